// Tests how curves over the steps of a run are drawn.

#include "views/history/history_view.h"

#include "items/history/run_model.h"
#include "items/jobs/qt_text.h"
#include "support/made_run.h"
#include "views/history/history_chart.h"
#include "views/history/run_table.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTest>
#include <QtCharts/QLineSeries>

#include <gmock/gmock.h>

#include <set>

namespace loupe {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

class HistoryViewTest : public testing::Test {
protected:
    HistoryViewTest()
        : m_session(false)
        , m_model(m_session)
        , m_table(m_model)
        , m_view(m_session)
    {
        m_view.resize(600, 400);
        m_view.show();
    }

    void open(const test::MadeRun& run, std::vector<std::string> names)
    {
        m_session.choose(std::move(names));
        m_session.open(toQString(run.path()));
        ASSERT_TRUE(QTest::qWaitFor([&] { return !m_session.isBusy(); }, 20'000));
    }
    /// The points of all lines, from left to right.
    std::vector<QPointF> points()
    {
        std::vector<QPointF> all;
        for (QAbstractSeries* const series : m_view.chart().chart()->series()) {
            if (const auto* const line = qobject_cast<QLineSeries*>(series))
                for (const QPointF& point : line->points())
                    all.push_back(point);
        }
        return all;
    }
    int lines()
    {
        int count = 0;
        for (QAbstractSeries* const series : m_view.chart().chart()->series())
            count += qobject_cast<QLineSeries*>(series) ? 1 : 0;
        return count;
    }
    std::string readout() const { return m_view.readout().toStdString(); }

    RunSession m_session;
    RunModel m_model;
    RunTable m_table;
    HistoryView m_view;
};

TEST_F(HistoryViewTest, ALineHasThePointsOfTheFigures)
{
    const test::MadeRun run(4, 9);
    open(run, {"layers.0.w"});
    EXPECT_THAT(points(), ElementsAre(QPointF(1, 1), QPointF(2, 2), QPointF(3, 3), QPointF(4, 4)));
    m_view.setFigure(RunFigure::Mean);
    EXPECT_THAT(points(), ElementsAre(QPointF(1, 0.5), QPointF(2, 1), QPointF(3, 1.5), QPointF(4, 2)));
    m_view.setFigure(RunFigure::Change);
    EXPECT_THAT(points(), ElementsAre(QPointF(2, 1), QPointF(3, 0.5), QPointF(4, 1.0 / 3)));
}

TEST_F(HistoryViewTest, ALogarithmicScaleIsOfPositiveValuesOnly)
{
    const test::MadeRun run(3, 9);
    open(run, {"layers.0.w"});
    m_view.chart().setLogarithmic(true);
    EXPECT_TRUE(m_view.chart().isLogarithmic());
    EXPECT_DOUBLE_EQ(points().at(1).y(), std::log10(2.0));
    m_view.setFigure(RunFigure::Nonfinite); // none: all are 0
    EXPECT_FALSE(m_view.chart().isLogarithmic());
    EXPECT_EQ(points().at(1), QPointF(2, 0));
}

TEST_F(HistoryViewTest, AStepThatIsNotWholeLeavesAGap)
{
    const test::MadeRun run(5, 9);
    run.cutOff(3);
    open(run, {"layers.0.w"});
    EXPECT_EQ(lines(), 2);
    EXPECT_THAT(points(), ElementsAre(QPointF(1, 1), QPointF(2, 2), QPointF(4, 4), QPointF(5, 5)));
}

TEST_F(HistoryViewTest, OneStepIsAPoint)
{
    const test::MadeRun run(1, 9);
    open(run, {});
    EXPECT_EQ(lines(), 0);
    EXPECT_EQ(m_view.chart().chart()->series().size(), 1);
    EXPECT_EQ(m_view.chart().message(), QString());
}

TEST_F(HistoryViewTest, CheckpointsWithoutTensorsHaveNoCurve)
{
    const test::TemporaryFolder folder;
    for (const char* const name : {"step-1.safetensors", "step-2.safetensors"})
        folder.write(name, test::safetensorsOf({}, "{}"));
    m_session.open(toQString(folder.path()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !m_session.isBusy(); }, 20'000));
    ASSERT_EQ(m_session.history().steps.size(), 2U);
    EXPECT_TRUE(m_session.history().steps[0].figures);
    m_view.setEmptyText(QStringLiteral("none"));
    EXPECT_EQ(m_view.chart().message(), QStringLiteral("none"));
}

TEST_F(HistoryViewTest, KeysAndThePointerShowExactNumbers)
{
    const test::MadeRun run(3, 2);
    open(run, {});
    HistoryChart& chart = m_view.chart();
    QSignalSpy chosen(&chart, &HistoryChart::rowChosen);
    QTest::keyClick(&chart, Qt::Key_Home);
    EXPECT_THAT(readout(), HasSubstr("Step 1"));
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_THAT(readout(), HasSubstr("Step 2 · norm 2.44948974278")); // the root of 2^2 + 1 + 1
    EXPECT_THAT(readout(), HasSubstr("1 NaN, 0 Inf · mean 0.5 · largest 2 · "));
    EXPECT_THAT(readout(), EndsWith("first NaN/Inf in layers.1.w, element [2]"));
    EXPECT_EQ(chart.accessibleDescription(), m_view.readout());
    QTest::keyClick(&chart, Qt::Key_End);
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_THAT(readout(), HasSubstr("Step 3"));
    EXPECT_EQ(chosen.last().first().toInt(), 2);
    const QPointF place = chart.pixelOf(chart.curves().front().points[0]);
    QTest::mouseMove(chart.viewport(), place.toPoint());
    EXPECT_THAT(readout(), HasSubstr("Step 1"));
    QSignalSpy activated(&m_view, &HistoryView::rowActivated);
    QTest::keyClick(&chart, Qt::Key_Return);
    ASSERT_EQ(activated.size(), 1);
    EXPECT_EQ(activated.first().first().toInt(), 0);
}

/// Copies the steps so that the run has `series` series: "a-step-N.safetensors" and so on, with "step-N.safetensors"
/// last.
void addSeries(const test::MadeRun& run, int steps, int series)
{
    for (int step = 1; step <= steps; ++step) {
        for (int number = 0; number < series - 1; ++number)
            std::filesystem::copy_file(run.path() / test::MadeRun::name(step),
                run.path() / (std::string(1, char('a' + number)) + '-' + test::MadeRun::name(step)));
    }
}

TEST_F(HistoryViewTest, EachOfEightSeriesIsNamedAndDrawnLikeNoOther)
{
    const test::MadeRun run(3, 2);
    addSeries(run, 3, int(HistoryChart::mostCurves));
    open(run, {"layers.1"});
    std::set<std::pair<QRgb, bool>> pens;
    for (QAbstractSeries* const series : m_view.chart().chart()->series()) {
        if (const auto* const line = qobject_cast<QLineSeries*>(series))
            pens.emplace(line->pen().color().rgb(), line->pen().style() == Qt::SolidLine);
    }
    EXPECT_EQ(pens.size(), HistoryChart::mostCurves);
    for (const QSize size : {QSize(600, 400), QSize(420, 300), QSize(900, 700)}) {
        m_view.resize(size);
        const auto& items = m_view.chart().legend().items();
        ASSERT_EQ(items.size(), HistoryChart::mostCurves);
        std::set<QString> names;
        const QRectF seen(0, 0, m_view.chart().width(), m_view.chart().chart()->plotArea().top());
        for (const CurveLegend::Item& item : items) {
            names.insert(item.entry.name);
            EXPECT_TRUE(seen.contains(item.place)) << item.entry.name.toStdString();
            for (const CurveLegend::Item& other : items)
                EXPECT_TRUE(&other == &item || !other.place.intersects(item.place));
            if (size.width() == 900) {
                EXPECT_EQ(item.entry.note.toStdString(), "NaN/Inf since step 2");
            }
        }
        EXPECT_EQ(names.size(), items.size());
    }
    EXPECT_EQ(m_view.chart().legend().hint(), QString());
}

TEST_F(HistoryViewTest, OfMoreSeriesThoseThatAreSelectedInTheListAreDrawn)
{
    const test::MadeRun run(2, 9);
    addSeries(run, 2, 12);
    open(run, {});
    const auto drawn = [&] {
        std::string names;
        for (const RunCurve& curve : m_view.chart().curves())
            names += curve.series.toStdString().front();
        return names;
    };
    EXPECT_EQ(drawn(), "abcdefgh");
    EXPECT_THAT(m_view.chart().legend().hint().toStdString(), HasSubstr("8 of 12 series are drawn"));
    const int row = m_model.rowCount() - 1; // step-2 comes last
    m_view.setSelection({row - 2, row}, row);
    EXPECT_EQ(drawn(), "abcdefjs");
    EXPECT_EQ(m_view.chart().currentRow(), row);
    EXPECT_THAT(readout(), HasSubstr("step-2.safetensors · Step 2 · norm"));
    m_view.setSelection({}, {});
    EXPECT_EQ(drawn(), "abcdefgh");
}

TEST_F(HistoryViewTest, CopiesAndSavesWhatTloupePrints)
{
    const test::MadeRun run(2, 2);
    open(run, {"layers.1"});
    m_view.copyData();
    const QString copied = QApplication::clipboard()->text();
    EXPECT_THAT(copied.toStdString(), HasSubstr("step,path,bytes,time,whole"));
    EXPECT_EQ(copied.count(u'\n'), 3);
    const test::TemporaryFolder folder;
    const QString csv = toQString(folder.path() / "run.csv");
    m_view.save(HistoryFile::Csv, csv);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !m_view.saver().isRunning(); }, 20'000));
    QFile file(csv);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(QString::fromUtf8(file.readAll()), copied);
    const QString png = toQString(folder.path() / "run.png");
    m_view.save(HistoryFile::Png, png);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !m_view.saver().isRunning(); }, 20'000));
    EXPECT_EQ(QImage(png).width(), 2 * m_view.chart().width());
}

TEST_F(HistoryViewTest, RowsOpenByReturn)
{
    const test::MadeRun run(2, 9);
    open(run, {});
    QSignalSpy activated(&m_table, &RunTable::rowActivated);
    m_table.selectStep(1);
    EXPECT_THAT(m_table.selectedRows(), ElementsAre(1));
    QTest::keyClick(&m_table, Qt::Key_Return);
    ASSERT_EQ(activated.size(), 1);
    EXPECT_EQ(activated.first().first().toInt(), 1);
}

} // namespace
} // namespace loupe
