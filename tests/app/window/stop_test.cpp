#include "app/window/scan_control.h"
#include "views/details_tabs.h"
#include "views/digest_panel.h"
#include "views/histogram_view.h"
#include "window_fixture.h"

#include <QAction>
#include <QTest>

#include <gmock/gmock.h>

#include <fstream>

namespace loupe {
namespace {

using testing::HasSubstr;

/// A file whose one tensor takes longer to read than any test waits. It takes no room on the disk.
class StopTest : public test::WindowTest {
protected:
    StopTest()
    {
        constexpr std::uint64_t elements = std::uint64_t{1} << 40;
        std::string header = R"({"large":{"dtype":"U8","shape":[)" + std::to_string(elements)
            + R"(],"data_offsets":[0,)" + std::to_string(elements) + "]}}";
        header.resize((header.size() + 7) / 8 * 8, ' ');
        std::string content(8, '\0');
        content[0] = static_cast<char>(header.size());
        m_path = m_folder.write("large.safetensors", content + header);
        std::filesystem::resize_file(m_path, 8 + header.size() + elements);
    }

    std::filesystem::path m_path;
};

TEST_F(StopTest, StatisticsStopByTheNoticesButton)
{
    open(m_path);
    m_window.details().showTab(DetailsTab::Histogram);
    ASSERT_TRUE(m_window.tree().selectNode(0));
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Stop")) != nullptr; }));
    EXPECT_FALSE(m_window.isSettled());
    noticeButton(QStringLiteral("Stop"))->click();
    EXPECT_TRUE(m_window.isSettled());
    EXPECT_EQ(m_window.notices().count(), 0) << notices();
    EXPECT_THAT(m_window.findChild<HistogramView*>()->message().toStdString(), HasSubstr("Stopped"));
}

TEST_F(StopTest, EscapeStopsStatistics)
{
    open(m_path);
    m_window.activateWindow();
    m_window.details().showTab(DetailsTab::Histogram);
    ASSERT_TRUE(m_window.tree().selectNode(0));
    EXPECT_TRUE(m_window.details().isWorking());
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(m_window.details().isWorking());
}

TEST_F(StopTest, EscapeStopsADigest)
{
    open(m_path);
    m_window.activateWindow();
    auto* const panel = m_window.findChild<DigestPanel*>();
    ASSERT_NE(panel, nullptr);
    m_window.details().computeDigest(0);
    ASSERT_TRUE(await([&] { return panel->busy(); }));
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(panel->busy());
}

TEST_F(StopTest, EscapeStopsAScan)
{
    open(m_path);
    m_window.activateWindow();
    m_window.scan().start();
    EXPECT_FALSE(m_window.isSettled());
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Stop")) != nullptr; }));
    EXPECT_THAT(notices(), HasSubstr("Scanning"));
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_TRUE(m_window.isSettled());
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
    EXPECT_TRUE(m_window.isSettled());
    EXPECT_EQ(actionOf(QStringLiteral("Scan values")), scan);
}

} // namespace
} // namespace loupe
