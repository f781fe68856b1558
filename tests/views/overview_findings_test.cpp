#include "core/quantized_groups.h"
#include "items/session/findings_model.h"
#include "items/tree/health/health_scan.h"
#include "support/busy_job_pool.h"
#include "support/opened.h"
#include "support/test_data.h"
#include "views/details/findings_table.h"
#include "views/details/parts_panel.h"
#include "views/kit/link_button.h"
#include "views/overview/overview_view.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace loupe {
namespace {

/// A sample with eight findings about scales, which the window reads without a scan.
class OverviewFindingsTest : public testing::Test {
protected:
    void SetUp() override
    {
        m_opened = test::openData("quantized/damaged/fp8-scale-values");
        ASSERT_TRUE(m_opened);
        m_view.resize(424, 424);
        m_view.setScan(&m_scan);
        m_scan.setCheckpoint(m_opened);
        m_view.setCheckpoint(m_opened);
        m_view.show();
        ASSERT_TRUE(QTest::qWaitFor([this] { return !m_view.isBusy(); }));
    }

    OpenedCheckpointPtr m_opened;
    HealthScan m_scan;
    OverviewView m_view;
};

/// The page has no mark of the focus: Tab goes to its links.
TEST_F(OverviewFindingsTest, ThePageItselfIsNoTabStop)
{
    EXPECT_FALSE(m_view.focusPolicy() & Qt::TabFocus);
    int links = 0;
    for (QWidget* next = m_view.nextInFocusChain(); next != &m_view; next = next->nextInFocusChain())
        links += m_view.isAncestorOf(next) && (next->focusPolicy() & Qt::TabFocus) ? 1 : 0;
    EXPECT_GT(links, 0);
}

TEST_F(OverviewFindingsTest, StayAsTheyAreWhenAScanBeginsAndEnds)
{
    const QPointer<FindingsTable> table = m_view.findChild<FindingsTable*>();
    ASSERT_TRUE(table);
    ASSERT_EQ(table->findings().rowCount(), 8);
    table->setBrief(false);
    table->setCurrentIndex(table->model()->index(5, FindingsModel::Message));
    const QSignalSpy resets(table->model(), &QAbstractItemModel::modelReset);
    {
        const test::BusyJobPool busy; // holds up the scan
        m_scan.start();
        ASSERT_TRUE(m_scan.isRunning());
        EXPECT_EQ(m_view.findChild<FindingsTable*>(), table);
        m_scan.stop();
    }
    ASSERT_FALSE(m_scan.isRunning());
    ASSERT_FALSE(m_scan.isComplete());
    EXPECT_EQ(m_view.findChild<FindingsTable*>(), table);
    EXPECT_TRUE(resets.isEmpty());
    EXPECT_FALSE(table->isBrief());
    EXPECT_EQ(table->currentIndex().row(), 5);

    m_scan.start();
    ASSERT_TRUE(QTest::qWaitFor([this] { return m_scan.isComplete() && !m_scan.isRunning(); }));
    EXPECT_EQ(m_view.findChild<FindingsTable*>(), table);
    EXPECT_EQ(resets.size(), 1) << "the scan has found most of them itself";
    EXPECT_EQ(table->findings().rowCount(), 1);
    EXPECT_FALSE(table->isBrief());
}

TEST_F(OverviewFindingsTest, ThoseOfAScanStayUnfoldedWhenTheNextOneFindsTheSame)
{
    const auto scan = [this] {
        m_scan.start();
        return QTest::qWaitFor([this] { return m_scan.isComplete() && !m_scan.isRunning(); });
    };
    ASSERT_TRUE(scan());
    const auto tables = m_view.findChildren<FindingsTable*>();
    ASSERT_EQ(tables.size(), 2);
    FindingsTable& table = *tables.back();
    ASSERT_TRUE(table.isVisible());
    table.setBrief(false);
    table.setCurrentIndex(table.model()->index(2, FindingsModel::Message));
    m_scan.start();
    EXPECT_FALSE(table.isVisible()) << "while nobody knows what the scan finds";
    ASSERT_TRUE(QTest::qWaitFor([this] { return m_scan.isComplete() && !m_scan.isRunning(); }));
    EXPECT_TRUE(table.isVisible());
    EXPECT_FALSE(table.isBrief());
    EXPECT_EQ(table.currentIndex().row(), 2);
}

/// Shows the findings about one weight's scales. A scan finds the same, and also NaN codes.
TEST(PartsPanelFindings, RowsThatAreStillThereKeepTheirLinks)
{
    const auto opened = test::openData("quantized/damaged/fp8-scale-values");
    ASSERT_TRUE(opened);
    const auto& groups = *opened->checkpoint->quantized;
    PartsPanel panel;
    panel.setTensor(opened->checkpoint, groups.list.front().tensor);
    panel.resize(600, 200);
    panel.show();
    const auto finding = [](const char* code, const char* message, std::uint64_t offset) {
        return Finding{.severity = Severity::Warning, .code = code, .message = message, .offset = offset};
    };
    const Finding zero = finding("scale-zero", "a scale is 0", 100);
    const Finding nan = finding("scale-nan", "a scale is NaN", 200);
    const Finding codes = finding("codes-nan", "a code is NaN", 300);
    const auto link = [&panel](const QString& name) -> QPointer<LinkButton> {
        for (auto* const each : panel.findChildren<LinkButton*>()) {
            if (each->name() == name && each->isVisible())
                return each;
        }
        return {};
    };
    panel.setFindings({zero, nan});
    const QPointer<LinkButton> kept = link(QStringLiteral("byte 200"));
    const QPointer<LinkButton> gone = link(QStringLiteral("byte 100"));
    ASSERT_TRUE(kept && gone);
    panel.setFindings({codes, nan});
    EXPECT_EQ(link(QStringLiteral("byte 200")), kept);
    EXPECT_TRUE(link(QStringLiteral("byte 300")));
    EXPECT_FALSE(link(QStringLiteral("byte 100")));
    QTest::qWait(0);
    EXPECT_FALSE(gone);
    EXPECT_GT(kept->mapTo(&panel, QPoint()).y(), link(QStringLiteral("byte 300"))->mapTo(&panel, QPoint()).y());
}

} // namespace
} // namespace loupe
