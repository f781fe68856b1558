#pragma once

#include "app/window/compare/compare_window.h"
#include "items/compare/comparison_model.h"
#include "items/compare/comparison_session.h"
#include "items/jobs/qt_text.h"
#include "items/renaming/rename_draft.h"
#include "support/child.h"
#include "support/compared_pair.h"
#include "support/window_parts.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/comparison_view.h"
#include "views/compare/pair_byte_map.h"
#include "views/compare/status_chips.h"
#include "views/kit/notice_bar.h"
#include "views/renaming/pairing_dialog.h"
#include "views/tree/filter_edit.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QUrl>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace loupe::test {

/// The window of a comparison, and functions to find its parts and to wait for its jobs.
class CompareWindowTest : public testing::Test {
protected:
    void open(const std::filesystem::path& a, const std::filesystem::path& b)
    {
        window = std::make_unique<CompareWindow>(false, a, b);
        window->show();
        ASSERT_TRUE(awaitIdle());
    }
    bool awaitIdle() const
    {
        return QTest::qWaitFor([&] { return window->isIdle(); }, 20'000);
    }
    ComparisonSession& session() const { return child<ComparisonSession>(*window); }
    ComparisonModel& model() const { return child<ComparisonModel>(*window); }
    ComparisonView& view() const { return child<ComparisonView>(*window); }
    ComparisonTabs& tabs() const { return child<ComparisonTabs>(*window); }
    StatusChips& chips() const { return child<StatusChips>(*window); }
    PairByteMap& byteMap() const { return child<PairByteMap>(*window); }
    FilterEdit& filter() const { return child<FilterEdit>(*window, QStringLiteral("filter")); }
    NoticeBar& noticeBar() const { return child<NoticeBar>(*window, QStringLiteral("notices")); }
    std::string notices() const { return noticeBar().texts().join(u'\n').toStdString(); }
    void clickNotice(const char* text) const
    {
        for (auto* const button : noticeBar().findChildren<QAbstractButton*>()) {
            if (button->isVisibleTo(&noticeBar()) && button->text() == QString::fromUtf8(text))
                return button->click();
        }
        ADD_FAILURE() << text;
    }
    QAction* action(const char* text) const
    {
        const auto actions = window->findChildren<QAction*>();
        const auto found = std::find_if(
            actions.begin(), actions.end(), [&](QAction* one) { return one->text() == QString::fromUtf8(text); });
        return found == actions.end() ? nullptr : *found;
    }
    void applyRenames() const
    {
        auto* const dialog = window->findChild<PairingDialog*>();
        ASSERT_TRUE(dialog);
        auto& apply = child<QPushButton>(*dialog, QStringLiteral("apply"));
        const auto& draft = child<RenameDraft>(*dialog);
        ASSERT_TRUE(QTest::qWaitFor([&] { return apply.isEnabled() && draft.isSearched(); }, 20'000));
        apply.click();
        ASSERT_TRUE(awaitIdle());
    }
    static void dropOn(QWidget& target, const std::filesystem::path& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(toQString(path))});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&target, &enter);
        QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&target, &drop);
    }
    static CompareWindow* onlyCompareWindow()
    {
        CompareWindow* found = nullptr;
        for (QWidget* const widget : QApplication::topLevelWidgets())
            found = found ? found : qobject_cast<CompareWindow*>(widget);
        return found;
    }
    std::string current() const { return view().currentIndex().data(FullNameRole).toString().toStdString(); }

    ComparedPair pair;
    std::unique_ptr<CompareWindow> window;
};

} // namespace loupe::test
