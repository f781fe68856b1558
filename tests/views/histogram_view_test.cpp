#include "views/histogram/histogram_view.h"

#include "items/histogram/statistics_model.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/details/statistics_view.h"
#include "views/histogram/histogram_chart.h"
#include "views/histogram/histogram_notes.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QMenu>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include <limits>

namespace loupe {
namespace {

Summary withBins(std::vector<double> edges, std::vector<std::uint64_t> counts)
{
    Summary summary;
    summary.dtype = DType::F64;
    for (const std::uint64_t count : counts)
        summary.elements += count;
    summary.nan = summary.positiveInf = summary.negativeInf = 0;
    summary.minimum = Scalar{.kind = Scalar::Kind::Float, .real = edges.front()};
    summary.maximum = Scalar{.kind = Scalar::Kind::Float, .real = edges.back()};
    summary.histogram = Histogram{std::move(edges), std::move(counts), 0, 0};
    summary.mean = 0.25;
    summary.standardDeviation = 0.5;
    return summary;
}

SummaryPtr shared(Summary summary)
{
    return std::make_shared<const Summary>(std::move(summary));
}

class HistogramViewTest : public testing::Test {
protected:
    HistogramViewTest() { view.resize(800, 480); }

    QToolButton* button(const QString& text)
    {
        for (auto* const found : view.findChildren<QToolButton*>()) {
            if (found->text() == text)
                return found;
        }
        return nullptr;
    }

    /// The menu entry with this text.
    QAction* entry(const QString& text)
    {
        for (auto* const menu : view.findChildren<QMenu*>()) {
            for (auto* const action : menu->actions()) {
                if (action->text() == text)
                    return action;
            }
        }
        return nullptr;
    }

    HistogramView view;
};

TEST_F(HistogramViewTest, TheLineBelowSaysWhatBinsFollow)
{
    const Histogram histogram{{0, 0.25, 0.5}, {5, 3}, 0, 0};
    const auto text = [&](std::uint32_t spacings, DType dtype) {
        HistogramOptions options;
        options.spacings = spacings;
        options.dtype = dtype;
        return binsText(histogram, options);
    };
    EXPECT_EQ(text(0, DType::Opaque), QStringLiteral("2 bins of width 0.25"));
    EXPECT_EQ(text(1, DType::F16), QStringLiteral("2 bins of width 0.25 (F16 spacing)"));
    EXPECT_EQ(text(2, DType::BF16), QStringLiteral("2 bins of width 0.25 (2 × BF16 spacing)"));
    EXPECT_EQ(text(1, DType::I16), QStringLiteral("2 bins, one per integer"));
    EXPECT_EQ(text(3, DType::I16), QStringLiteral("2 bins of 3 integers each"));
}

TEST_F(HistogramViewTest, NullsAreSaidToBeLeftOut)
{
    const Histogram histogram{{0, 1, 2}, {5, 3}, 0, 0};
    EXPECT_EQ(binsNote(histogram, HistogramOptions{}, 0), QStringLiteral("2 bins of width 1"));
    EXPECT_EQ(binsNote(histogram, HistogramOptions{}, 1), QStringLiteral("2 bins of width 1 · 1 null excluded"));
    EXPECT_EQ(
        binsNote(histogram, HistogramOptions{}, 1234), QStringLiteral("2 bins of width 1 · 1,234 nulls excluded"));
    Summary summary;
    summary.elements = 3;
    summary.null = 3;
    EXPECT_EQ(whyNoHistogram(summary), QStringLiteral("All elements are null."));
}

TEST_F(HistogramViewTest, SaysWhatWouldBeHere)
{
    EXPECT_FALSE(view.message().isEmpty());
    view.showComputing(QStringLiteral("a"));
    EXPECT_FALSE(view.message().isEmpty());
    view.showError(QStringLiteral("a"), QStringLiteral("the file was truncated"));
    EXPECT_EQ(view.message(), QStringLiteral("the file was truncated"));
    EXPECT_FALSE(button(QStringLiteral("Export"))->isEnabled());
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 2);
}

TEST_F(HistogramViewTest, OffersToComputeAgainAfterAStop)
{
    int wanted = 0;
    QObject::connect(&view, &HistogramView::computeWanted, &view, [&wanted] { ++wanted; });
    view.showComputing(QStringLiteral("a"));
    EXPECT_TRUE(button(QStringLiteral("Compute"))->isHidden());
    view.showStopped(QStringLiteral("a"));
    EXPECT_TRUE(view.message().contains(QStringLiteral("Stopped")));
    EXPECT_FALSE(button(QStringLiteral("Compute"))->isHidden());
    button(QStringLiteral("Compute"))->click();
    EXPECT_EQ(wanted, 1);
    view.showSummary(QStringLiteral("a"), shared(withBins({-1, 0, 1}, {3, 5})));
    EXPECT_TRUE(button(QStringLiteral("Compute"))->isHidden());
}

TEST_F(HistogramViewTest, KeepsItsSizeWhenFiguresArrive)
{
    view.show();
    view.showComputing(QStringLiteral("a"));
    const QSize before = view.chart().size();
    const int rows = view.statistics().model()->rowCount();
    view.showSummary(QStringLiteral("a"), shared(withBins({-1, 0, 1}, {3, 5})));
    EXPECT_EQ(view.chart().size(), before);
    EXPECT_EQ(view.statistics().model()->rowCount(), rows);
}

TEST_F(HistogramViewTest, TheFiguresGoBelowWhereThereIsNoRoomBeside)
{
    view.show();
    view.showSummary(QStringLiteral("a"), shared(withBins({-1, 0, 1}, {3, 5})));
    const auto below = [this] { return view.statistics().mapTo(&view, QPoint()).y() > view.chart().size().height(); };
    EXPECT_FALSE(below());
    view.resize(340, 300);
    QCoreApplication::processEvents();
    EXPECT_TRUE(below());
    EXPECT_GE(view.chart().size().width(), 300);
    EXPECT_LE(view.statistics().mapTo(&view, QPoint()).y() + view.statistics().height(), view.height());
}

TEST_F(HistogramViewTest, NoNumberIsCut)
{
    view.show();
    Summary summary = withBins({0, 1}, {8});
    summary.mean = -1.23456789012e-300;
    Summary complex;
    complex.dtype = DType::C64;
    complex.elements = 8;
    complex.parts = {summary, summary};
    view.showSummary(QStringLiteral("a"), shared(std::move(complex)));
    const StatisticsView& table = view.statistics();
    for (int column = 0; column < table.model()->columnCount(); ++column) {
        for (int row = 0; row < table.model()->rowCount(); ++row)
            EXPECT_GE(table.columnWidth(column), table.sizeHintForIndex(table.model()->index(row, column)).width());
    }
}

TEST_F(HistogramViewTest, DrawsBarsAndTellsRangeAndCount)
{
    view.showSummary(QStringLiteral("a"), shared(withBins({-1, 0, 1}, {1500, 500})));
    EXPECT_TRUE(view.message().isEmpty());
    EXPECT_TRUE(test::contains(test::pictureOf(view), Theme::of(view.palette()).bar));
    ASSERT_EQ(view.chart().bars().count(), 2);
    EXPECT_EQ(view.chart().bars().text(0), QStringLiteral("−1 to 0: 1,500 values, 75.0 %"));
    QTest::keyClick(&view.chart(), Qt::Key_Right);
    QTest::keyClick(&view.chart(), Qt::Key_Right);
    EXPECT_EQ(view.chart().currentBar(), 1);
    QTest::keyClick(&view.chart(), Qt::Key_Right);
    EXPECT_EQ(view.chart().currentBar(), 1);
}

TEST_F(HistogramViewTest, PutsWhatIsNotFiniteAtTheSide)
{
    Summary summary = withBins({0, 1, 2, 3}, {1'000'000, 0, 1'000'000});
    summary.nan = 1;
    summary.positiveInf = 2;
    summary.elements += 3;
    view.showSummary(QStringLiteral("a"), shared(std::move(summary)));
    ASSERT_EQ(view.chart().bars().count(), 5);
    EXPECT_TRUE(view.chart().bars().text(3).startsWith(QStringLiteral("+Inf: 2 values")));
    EXPECT_TRUE(view.chart().bars().text(4).startsWith(QStringLiteral("NaN: 1 values")));
    for (const bool logarithmic : {false, true}) {
        view.chart().setLogarithmic(logarithmic);
        const QImage picture = test::pictureOf(view);
        EXPECT_TRUE(test::contains(picture, Theme::of(view.palette()).nan)) << "one NaN among millions must be seen";
        EXPECT_TRUE(test::contains(picture, Theme::of(view.palette()).infinity));
    }
}

TEST_F(HistogramViewTest, ALoneOutlierIsMarked)
{
    std::vector<double> edges;
    for (int edge = 0; edge <= 100; ++edge)
        edges.push_back(edge);
    std::vector<std::uint64_t> counts(100);
    counts[10] = 5'000'000;
    counts[80] = 1;
    view.showSummary(QStringLiteral("a"), shared(withBins(edges, counts)));
    EXPECT_TRUE(view.chart().hasMarks());
    const QColor mark = Theme::of(view.palette()).text;
    const auto marked = [&](double value) {
        const QImage picture = test::pictureOf(view.chart());
        const int x = int(view.chart().pixelOf(value));
        const int bottom = int(view.chart().chart()->plotArea().bottom());
        int pixels = 0;
        for (int y = bottom - 12; y < bottom; ++y)
            pixels += picture.pixelColor(x, y) == mark ? 1 : 0;
        return pixels;
    };
    EXPECT_GE(marked(80.5), 6);
    EXPECT_EQ(marked(60.5), 0) << "no value";
    EXPECT_EQ(marked(10.5), 0) << "a bar";
    view.chart().setLogarithmic(true);
    EXPECT_FALSE(view.chart().hasMarks());
    EXPECT_EQ(marked(80.5), 0) << "a bar of decades";
}

TEST_F(HistogramViewTest, ABarNarrowerThanAPixelIsSeen)
{
    constexpr std::size_t bins = 1024;
    std::vector<double> edges;
    for (std::size_t edge = 0; edge <= bins; ++edge)
        edges.push_back(double(edge));
    view.resize(420, 480);
    view.show();
    for (std::size_t bin = 0; bin < bins; bin += 93) {
        std::vector<std::uint64_t> counts(bins);
        counts[bin] = 7;
        view.showSummary(QStringLiteral("a"), shared(withBins(edges, counts)));
        EXPECT_TRUE(test::contains(test::pictureOf(view.chart()), Theme::of(view.palette()).bar)) << bin;
    }
}

TEST_F(HistogramViewTest, DrawsConstantAndHugeRanges)
{
    constexpr double greatest = std::numeric_limits<double>::max();
    constexpr double least = std::numeric_limits<double>::denorm_min();
    for (const auto& edges : {std::vector{3.0, 3.5, 4.0}, {-greatest, 0.0, greatest}, {0.0, least, 2 * least}}) {
        view.showSummary(QStringLiteral("a"), shared(withBins(edges, {0, 7})));
        EXPECT_TRUE(test::contains(test::pictureOf(view), Theme::of(view.palette()).bar));
    }
}

TEST_F(HistogramViewTest, ExplainsWhyThereAreNoBars)
{
    Summary opaque;
    opaque.note = "values of this dtype cannot be read";
    view.showSummary(QStringLiteral("a"), shared(opaque));
    EXPECT_EQ(view.message(), QStringLiteral("values of this dtype cannot be read"));
    Summary empty;
    empty.dtype = DType::F32;
    view.showSummary(QStringLiteral("a"), shared(empty));
    EXPECT_TRUE(view.message().contains(QStringLiteral("no elements")));
    Summary allNan = empty;
    allNan.elements = 4;
    allNan.nan = 4;
    view.showSummary(QStringLiteral("a"), shared(allNan));
    EXPECT_TRUE(view.message().contains(QStringLiteral("NaN")));
}

TEST_F(HistogramViewTest, ShowsEitherPartOfComplexValues)
{
    Summary complex;
    complex.dtype = DType::C64;
    complex.elements = 8;
    complex.parts = {withBins({0, 1}, {8}), withBins({0, 1, 2}, {3, 5})};
    view.showSummary(QStringLiteral("a"), shared(std::move(complex)));
    EXPECT_EQ(view.chart().bars().count(), 1);
    view.findChild<QComboBox*>()->setCurrentIndex(1);
    EXPECT_EQ(view.chart().bars().count(), 2);
    EXPECT_EQ(view.statistics().figures().columnCount(), 3);
}

TEST_F(HistogramViewTest, CopiesTheData)
{
    Summary summary = withBins({0, 0.5, 1}, {1, 2});
    summary.nan = 9;
    view.showSummary(QStringLiteral("a"), shared(std::move(summary)));
    entry(QStringLiteral("Copy data"))->trigger();
    EXPECT_EQ(QApplication::clipboard()->text(),
        QStringLiteral("from\tto\tcount\n0\t0.5\t1\n0.5\t1\t2\n-inf\t\t0\ninf\t\t0\nnan\t\t9\n"));
}

TEST_F(HistogramViewTest, FiguresOfComplexValuesAllHaveRoom)
{
    Summary part = withBins({0, 0.5, 1}, {1, 2});
    part.mean = -1.23456789012e-05;
    view.resize(1000, 480);
    view.show();
    view.showSummary(QStringLiteral("real"), shared(part));
    Summary complex = part;
    complex.dtype = DType::C64;
    complex.parts = {part, part};
    view.showSummary(QStringLiteral("complex"), shared(complex));
    QCoreApplication::processEvents();
    const auto* const figures = view.findChild<StatisticsView*>();
    ASSERT_EQ(figures->figures().columnCount(), 3);
    EXPECT_LE(figures->horizontalHeader()->length(), figures->viewport()->width());
}

} // namespace
} // namespace loupe
