#include "app/window/scan_control.h"
#include "hostile_files.h"
#include "views/details/details_tabs.h"
#include "views/details/digest_panel.h"
#include "views/histogram/histogram_view.h"
#include "window_fixture.h"

#include <QAction>
#include <QTest>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::HasSubstr;

class StopTest : public test::WindowTest {
protected:
    const std::filesystem::path m_path = test::writeEndless(m_folder);
};

TEST_F(StopTest, StatisticsStopByTheNoticesButton)
{
    open(m_path);
    m_window.details().showTab(DetailsTab::Histogram);
    ASSERT_TRUE(m_window.tree().selectNode(0));
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Stop")) != nullptr; }));
    EXPECT_FALSE(m_window.isIdle());
    noticeButton(QStringLiteral("Stop"))->click();
    EXPECT_TRUE(m_window.isIdle());
    EXPECT_EQ(m_window.notices().count(), 0) << notices();
    EXPECT_THAT(m_window.findChild<HistogramView*>()->message().toStdString(), HasSubstr("Stopped"));
}

TEST_F(StopTest, EscapeStopsStatistics)
{
    open(m_path);
    m_window.activateWindow();
    m_window.details().showTab(DetailsTab::Histogram);
    ASSERT_TRUE(m_window.tree().selectNode(0));
    EXPECT_TRUE(m_window.details().hasStoppableWork());
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(m_window.details().hasStoppableWork());
}

TEST_F(StopTest, EscapeStopsADigest)
{
    open(m_path);
    m_window.activateWindow();
    auto* const panel = m_window.findChild<DigestPanel*>();
    ASSERT_NE(panel, nullptr);
    m_window.details().computeDigest(0);
    ASSERT_TRUE(await([&] { return panel->isBusy(); }));
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(panel->isBusy());
}

TEST_F(StopTest, EscapeStopsAScan)
{
    open(m_path);
    m_window.activateWindow();
    m_window.scan().start();
    EXPECT_FALSE(m_window.isIdle());
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Stop")) != nullptr; }));
    EXPECT_THAT(notices(), HasSubstr("Scanning"));
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_TRUE(m_window.isIdle());
    EXPECT_EQ(m_window.notices().count(), 0) << notices();
}

TEST_F(StopTest, WhatStartsAScanStopsIt)
{
    const auto actionOf = [&](const QString& text) -> QAction* {
        for (QAction* const action : m_window.findChildren<QAction*>())
            if (action->text().remove(u'&') == text)
                return action;
        return nullptr;
    };
    open(m_path);
    QAction* const scan = actionOf(QStringLiteral("Scan values"));
    ASSERT_NE(scan, nullptr);
    scan->trigger();
    EXPECT_EQ(actionOf(QStringLiteral("Stop scan")), scan);
    scan->trigger();
    EXPECT_TRUE(m_window.isIdle());
    EXPECT_EQ(actionOf(QStringLiteral("Scan values")), scan);
}

} // namespace
} // namespace loupe
