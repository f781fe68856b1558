#include "app/window/scan_control.h"
#include "hostile_files.h"
#include "items/jobs/job_runner.h"
#include "support/held_jobs.h"
#include "views/details/details_tabs.h"
#include "views/details/digest_panel.h"
#include "views/histogram/histogram_view.h"
#include "views/layers/layers_view.h"
#include "window_fixture.h"

#include <QAction>
#include <QTest>

#include <gmock/gmock.h>

#include <fstream>
#include <memory>

namespace loupe {
namespace {

using testing::HasSubstr;

class StopTest : public test::WindowTest {
protected:
    /// Whether the process has the file open or mapped.
    bool isHeld() const
    {
        for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
            std::error_code closedSince;
            if (std::filesystem::read_symlink(entry.path(), closedSince) == m_path)
                return true;
        }
        std::ifstream maps("/proc/self/maps");
        for (std::string line; std::getline(maps, line);)
            if (line.ends_with(m_path.string()))
                return true;
        return false;
    }

    const std::filesystem::path m_path = test::writeEndless(m_folder);
};

TEST_F(StopTest, StatisticsStopByTheNoticesButton)
{
    open(m_path);
    test::details(m_window).showTab(DetailsTab::Histogram);
    ASSERT_TRUE(m_window.tree().selectNode(0));
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Stop")) != nullptr; }));
    EXPECT_FALSE(m_window.isIdle());
    noticeButton(QStringLiteral("Stop"))->click();
    EXPECT_TRUE(m_window.isIdle());
    EXPECT_EQ(test::notices(m_window).count(), 0) << notices();
    EXPECT_THAT(m_window.findChild<HistogramView*>()->message().toStdString(), HasSubstr("Stopped"));
}

TEST_F(StopTest, EscapeStopsStatistics)
{
    open(m_path);
    m_window.activateWindow();
    test::details(m_window).showTab(DetailsTab::Histogram);
    ASSERT_TRUE(m_window.tree().selectNode(0));
    EXPECT_TRUE(test::details(m_window).hasStoppableWork());
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(test::details(m_window).hasStoppableWork());
}

TEST_F(StopTest, EscapeStopsTheSearchForStableRanks)
{
    open(test::dataPath("safetensors/gpt2-tiny.safetensors"));
    m_window.activateWindow();
    test::details(m_window).showTab(DetailsTab::Layers);
    auto& layers = *m_window.findChild<LayersView*>();
    layers.setFigure(CellFigure::StableRank);
    ASSERT_TRUE(await([&] { return !layers.isBusy(); }));
    const test::HeldJobs held;
    layers.scanButton().click();
    EXPECT_TRUE(test::details(m_window).hasStoppableWork());
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(layers.isSearching());
    EXPECT_FALSE(test::details(m_window).hasStoppableWork());
}

TEST_F(StopTest, EscapeStopsADigest)
{
    open(m_path);
    m_window.activateWindow();
    auto* const panel = m_window.findChild<DigestPanel*>();
    ASSERT_NE(panel, nullptr);
    test::details(m_window).computeDigest(0);
    ASSERT_TRUE(await([&] { return panel->isBusy(); }));
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(panel->isBusy());
}

TEST_F(StopTest, EscapeStopsAScan)
{
    open(m_path);
    m_window.activateWindow();
    test::scan(m_window).start();
    EXPECT_FALSE(m_window.isIdle());
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Stop")) != nullptr; }));
    EXPECT_THAT(notices(), HasSubstr("Scanning"));
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_TRUE(m_window.isIdle());
    EXPECT_EQ(test::notices(m_window).count(), 0) << notices();
}

TEST_F(StopTest, EscapeDismissesAQuestionBeforeItStopsWork)
{
    open(m_path);
    m_window.activateWindow();
    auto* const panel = m_window.findChild<DigestPanel*>();
    ASSERT_NE(panel, nullptr);
    test::details(m_window).computeDigest(0);
    ASSERT_TRUE(await([&] { return panel->isBusy(); }));
    test::notices(m_window).setNotice(
        QStringLiteral("asked"), {.text = QStringLiteral("Really?"), .actions = {}, .isQuestion = true});
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(test::notices(m_window).hasNotice(QStringLiteral("asked")));
    EXPECT_TRUE(panel->isBusy());
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(panel->isBusy());
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

TEST_F(StopTest, ClosingWhileWorkingEndsCleanly)
{
    constexpr int limit = 20'000; // only ends a test that has failed: the jobs would take far longer
    const auto names = m_folder.names();
    const auto written = std::filesystem::last_write_time(m_path);
    auto window = std::make_unique<MainWindow>(false, toQString(m_path));
    window->show();
    ASSERT_TRUE(await([&] { return window->isIdle() && test::document(*window).current() != nullptr; }));
    EXPECT_TRUE(isHeld());

    test::details(*window).showTab(DetailsTab::Histogram);
    ASSERT_TRUE(window->tree().selectNode(0));
    test::scan(*window).start();
    test::details(*window).computeDigest(0);
    ASSERT_TRUE(await([&] { return test::scan(*window).isBusy() && test::details(*window).hasStoppableWork(); }));
    EXPECT_GT(jobPool().activeThreadCount(), 0);

    EXPECT_TRUE(window->close());
    window.reset();
    EXPECT_TRUE(jobPool().waitForDone(limit)) << "a job outlives its window";
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents(); // drops the last messages of the jobs, which have no receiver
    EXPECT_EQ(jobPool().activeThreadCount(), 0);
    EXPECT_FALSE(isHeld()) << "the file is still open or mapped";
    EXPECT_EQ(m_folder.names(), names);
    EXPECT_EQ(std::filesystem::last_write_time(m_path), written);
    EXPECT_TRUE(m_window.isIdle()) << "another window works on";
}

} // namespace
} // namespace loupe
