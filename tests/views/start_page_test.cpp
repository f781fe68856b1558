#include "views/start/start_page.h"

#include "items/jobs/qt_text.h"
#include "support/child.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(StartPage, OpensWithOneClickOrKey)
{
    StartPage page;
    page.resize(1000, 700);
    page.show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&page));
    QSignalSpy file(&page, &StartPage::openFileWanted);
    QSignalSpy folder(&page, &StartPage::openFolderWanted);
    QSignalSpy location(&page, &StartPage::openLocationWanted);
    QSignalSpy pair(&page, &StartPage::comparisonWanted);
    QSignalSpy sample(&page, &StartPage::sampleWanted);
    for (auto* const button : page.findChildren<QPushButton*>()) {
        EXPECT_FALSE(button->text().isEmpty());
        EXPECT_FALSE(button->icon().isNull());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    EXPECT_EQ(file.size() + folder.size() + location.size() + pair.size() + sample.size(), 5);
    EXPECT_EQ(file.size() * folder.size() * location.size() * pair.size() * sample.size(), 1);

    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) {
        for (QSignalSpy* const spy : {&file, &folder, &location, &pair, &sample})
            spy->clear();
        for (auto* const button : page.findChildren<QPushButton*>()) {
            button->setFocus();
            QTest::keyClick(button, key);
        }
        for (QSignalSpy* const spy : {&file, &folder, &location, &pair, &sample})
            EXPECT_EQ(spy->size(), 1) << key;
    }

    auto& recent = test::child<QTableView>(page);
    EXPECT_FALSE(recent.isVisible()) << "there is nothing to list";
    const QString there = toQString(test::dataPath("safetensors/gpt2-tiny.safetensors"));
    page.setRecent({there, QStringLiteral("/no/such/model.bt")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.isBusy(); }, 20'000));
    EXPECT_TRUE(recent.isVisible());
    QSignalSpy chosen(&page, &StartPage::recentChosen);
    const auto click = [&](int row) {
        QTest::mouseClick(
            recent.viewport(), Qt::LeftButton, {}, recent.visualRect(recent.model()->index(row, 0)).center());
    };
    click(0);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.front().front().toString(), there);
    click(1);
    ASSERT_EQ(chosen.size(), 2) << "the window says that it is missing";
    EXPECT_EQ(chosen.back().front().toString(), QStringLiteral("/no/such/model.bt"));
    recent.setFocus();
    recent.setCurrentIndex(recent.model()->index(0, 0));
    QTest::keyClick(&recent, Qt::Key_Return);
    EXPECT_EQ(chosen.size(), 3);
}

} // namespace
} // namespace loupe
