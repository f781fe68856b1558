#pragma once

#include "formats/opening/open_checkpoint.h"
#include "items/jobs/qt_text.h"
#include "support/file_content.h"
#include "support/opened.h"
#include "support/temporary_file.h"
#include "views/kit/elided_label.h"
#include "views/kit/notice_bar.h"
#include "views/writing/write_dialog.h"
#include "views/writing/write_status.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

namespace loupe {

namespace fs = std::filesystem;

class WriteDialogTest : public testing::Test {
protected:
    void make(std::string_view sample, const std::string& target,
        std::vector<OutputFormat> formats = allOutputFormats(), bool several = true)
    {
        make(test::openData(sample), target, std::move(formats), several);
    }
    void make(OpenedCheckpointPtr opened, const std::string& target,
        std::vector<OutputFormat> formats = allOutputFormats(), bool several = true)
    {
        m_dialog = std::make_unique<WriteDialog>(WriteTask{.title = QStringLiteral("Convert"),
            .source = toQString(opened->checkpoint->path),
            .recipe = editedRecipe(StagedEdits(opened->checkpoint)),
            .choices = {.formats = std::move(formats), .path = path(target), .several = several}});
        m_dialog->show();
        waitUntilIdle();
    }
    OpenedCheckpointPtr cut() { return test::openCut(m_folder, "safetensors/gpt2-tiny.safetensors", 100'000); }
    void waitUntilIdle()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return m_dialog->isIdle(); }, 20'000));
    }
    QString path(const std::string& name) const { return toQString(m_folder.path() / name); }
    template <typename Widget>
    Widget& named(const char* name) const
    {
        for (auto* const widget : m_dialog->findChildren<Widget*>()) {
            if (widget->accessibleName() == QLatin1String(name))
                return *widget;
        }
        ADD_FAILURE() << "no " << name;
        std::abort();
    }
    QLineEdit& target() const { return named<QLineEdit>("Where to write"); }
    QComboBox& format() const { return named<QComboBox>("Format"); }
    void type(QLineEdit& edit, const QString& text)
    {
        edit.selectAll();
        QTest::keyClicks(&edit, text);
        waitUntilIdle();
    }
    void choose(QComboBox& box, const char* text)
    {
        const int place = box.findText(QLatin1String(text));
        ASSERT_GE(place, 0) << text;
        box.setCurrentIndex(place);
        waitUntilIdle();
    }
    QPushButton& write() const { return m_dialog->status().write(); }
    std::string notices() const { return m_dialog->findChild<NoticeBar*>()->texts().join(u'\n').toStdString(); }
    QPushButton* noticeButton(const QString& begin) const
    {
        for (auto* const button : m_dialog->findChild<NoticeBar*>()->findChildren<QPushButton*>()) {
            if (button->text().startsWith(begin))
                return button;
        }
        return nullptr;
    }
    std::string result() const { return named<ElidedLabel>("Result").text().toStdString(); }

    test::TemporaryFolder m_folder;
    std::unique_ptr<WriteDialog> m_dialog;
};

} // namespace loupe
