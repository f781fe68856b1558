#include "items/histogram/window_quantiles.h"
#include "support/picture.h"
#include "support/temporary_file.h"
#include "views/colors/theme.h"
#include "views/histogram/histogram_chart.h"
#include "views/histogram/histogram_notes.h"
#include "views/histogram/histogram_table.h"
#include "views/histogram/histogram_view.h"
#include "views/kit/link_button.h"

#include <QApplication>
#include <QClipboard>
#include <QImage>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace loupe {
namespace {

SummaryPtr values(double low, double high)
{
    auto summary = std::make_shared<Summary>();
    summary->dtype = DType::F64;
    summary->elements = 1002;
    summary->nan = 2;
    summary->minimum = Scalar{.kind = Scalar::Kind::Float, .real = low};
    summary->maximum = Scalar{.kind = Scalar::Kind::Float, .real = high};
    summary->mean = (low + high) / 2;
    summary->standardDeviation = (high - low) / 4;
    for (const double fraction : windowQuantiles)
        summary->quantiles.push_back({fraction, low + (high - low) * fraction});
    summary->histogram = Histogram{.edges = Bins(low, high, 256).edges(), .counts = std::vector<std::uint64_t>(256, 4)};
    return summary;
}

/// A view whose requests are answered immediately, unless the test holds them back.
class HistogramChoicesTest : public testing::Test {
protected:
    HistogramChoicesTest()
    {
        view.resize(1000, 480);
        view.show();
        QObject::connect(&view, &HistogramView::histogramWanted, &view, [this](const HistogramOptions& options) {
            wanted.push_back(options);
            if (answers)
                answer();
        });
        QObject::connect(&view, &HistogramView::histogramNotWanted, &view, [this] { ++notWanted; });
        view.showSummary(QStringLiteral("a"), values(-8, 16));
        QCoreApplication::processEvents();
        first = wanted;
        action(QStringLiteral("Full range"))->trigger();
        wanted.clear();
        notWanted = 0;
    }

    void answer()
    {
        const HistogramOptions& last = wanted.back();
        auto histogram = std::make_shared<Histogram>();
        histogram->edges = last.scale.edges(last.low, last.high, last.bins);
        histogram->counts.assign(last.bins, 1);
        histogram->below = last.low > -8 ? 10 : 0;
        view.showHistogram(histogram);
    }
    QAction* action(const QString& text)
    {
        for (auto* const found : view.findChildren<QAction*>()) {
            if (found->text() == text && !found->menu())
                return found;
        }
        ADD_FAILURE() << "no such action";
        return nullptr;
    }
    QPoint at(double value) { return {int(view.chart().pixelOf(value)), view.chart().height() / 2}; }
    void drag(double from, double to)
    {
        QWidget* const target = view.chart().viewport();
        QTest::mousePress(target, Qt::LeftButton, {}, at(from));
        QTest::mouseMove(target, at(to));
        QTest::mouseRelease(target, Qt::LeftButton, {}, at(to));
    }

    HistogramView view;
    std::vector<HistogramOptions> wanted;
    std::vector<HistogramOptions> first; ///< the options requested before any choice
    int notWanted = 0;
    bool answers = true;
};

TEST(HistogramNotes, OneSpikeIsSaidToSpread)
{
    struct Case {
        const char* what;
        std::vector<std::uint64_t> middle; ///< the middle ones of 101 bins; the others have one value each
        bool isSpike;
    };
    for (const Case& one : {Case{"Cauchy", {90, 900, 90}, true}, {"zeros of a mask", {1, 9000, 1}, false},
             {"normal", {80, 90, 100, 100, 90, 80}, false}}) {
        Histogram histogram{.edges = Bins(-1, 1, 101).edges(), .counts = std::vector<std::uint64_t>(101, 1)};
        std::ranges::copy(one.middle, histogram.counts.begin() + 48);
        EXPECT_EQ(isOneSpike(histogram), one.isSpike) << one.what;
        const QString note = binsNote(histogram, {});
        EXPECT_EQ(note.contains(QStringLiteral("Symlog")), one.isSpike) << note.toStdString();
    }
    EXPECT_FALSE(isOneSpike({.edges = Bins(0, 1, 3).edges(), .counts = {10, 90, 10}})) << "few bins are all seen";
}

TEST_F(HistogramChoicesTest, FarValuesAreOutsideUntilAllAreWanted)
{
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first.back().low, -8 + 24 * 0.001);
    EXPECT_EQ(first.back().high, -8 + 24 * 0.999);
    action(QStringLiteral("0.1–99.9 %"))->trigger();
    const HistogramBars& bars = view.chart().bars();
    ASSERT_EQ(bars.count(), 256 + 2);
    EXPECT_TRUE(bars.text(256).endsWith(QStringLiteral(": 10 values, 1.0 %"))) << bars.text(256).toStdString();
    EXPECT_TRUE(bars.text(256).startsWith(QStringLiteral("Below −7.9"))) << bars.text(256).toStdString();
    EXPECT_LT(bars.span(256).right, 0);
    EXPECT_EQ(bars.at(bars.span(256).left), 256);
    const Theme& theme = Theme::of(view.palette());
    EXPECT_TRUE(test::contains(test::pictureOf(view.chart()), theme.beyond));
    auto* const link = view.findChild<LinkButton*>();
    ASSERT_TRUE(link->isVisible());
    EXPECT_EQ(link->accessibleName(), QStringLiteral("10 values outside – show full range"));
    link->click();
    EXPECT_TRUE(action(QStringLiteral("Full range"))->isChecked());
    EXPECT_FALSE(test::contains(test::pictureOf(view.chart()), theme.beyond));
    EXPECT_FALSE(link->isVisible());
}

TEST_F(HistogramChoicesTest, WhatLiesOutsideOfAZoomDoesNotFlattenTheBars)
{
    auto histogram = std::make_shared<Histogram>();
    histogram->edges = {0, 1, 2};
    histogram->counts = {1, 2};
    histogram->above = 1'000'000;
    view.showHistogram(histogram);
    const HistogramBars& bars = view.chart().bars();
    EXPECT_LT(bars.top(), 3);
    EXPECT_TRUE(bars.isCut(bars.side(2)));
    EXPECT_TRUE(test::contains(test::pictureOf(view.chart()), Theme::of(view.palette()).bar));
}

TEST_F(HistogramChoicesTest, TheSummarysOwnBinsNeedNoCounting)
{
    EXPECT_TRUE(wanted.empty());
    EXPECT_TRUE(view.message().isEmpty());
    action(QStringLiteral("≤ 64 bins"))->trigger();
    ASSERT_EQ(wanted.size(), 1u);
    EXPECT_EQ(wanted.back().bins, 64u);
    EXPECT_EQ(view.chart().bars().count(), 64 + 1);
    notWanted = 0;
    action(QStringLiteral("≤ 256 bins"))->trigger();
    EXPECT_EQ(wanted.size(), 1u);
    EXPECT_EQ(notWanted, 1);
    EXPECT_EQ(view.chart().bars().count(), 256 + 1);
}

TEST_F(HistogramChoicesTest, TheOldChartStaysUntilTheNewOneIsThere)
{
    answers = false;
    action(QStringLiteral("≤ 1024 bins"))->trigger();
    EXPECT_EQ(view.chart().bars().count(), 256 + 1);
    answer();
    EXPECT_EQ(view.chart().bars().count(), 1024 + 1);
    action(QStringLiteral("Symlog values"))->trigger();
    view.showHistogramStopped();
    EXPECT_FALSE(action(QStringLiteral("Symlog values"))->isChecked());
    EXPECT_TRUE(action(QStringLiteral("≤ 1024 bins"))->isChecked());
    EXPECT_EQ(view.chart().bars().count(), 1024 + 1);
}

TEST_F(HistogramChoicesTest, ChoicesHoldForTheNextTensorAndAStopLeavesItsOwnBins)
{
    action(QStringLiteral("≤ 64 bins"))->trigger();
    answers = false;
    view.showSummary(QStringLiteral("b"), values(0, 1));
    EXPECT_EQ(wanted.back().bins, 64u);
    EXPECT_EQ(wanted.back().high, 1);
    EXPECT_FALSE(view.message().isEmpty()) << "neither the other tensor's bars nor a chart that was not chosen";
    view.showHistogramStopped();
    EXPECT_TRUE(view.message().isEmpty());
    EXPECT_TRUE(action(QStringLiteral("≤ 256 bins"))->isChecked());
}

TEST_F(HistogramChoicesTest, ALinkClipsWhereFarValuesSqueezeTheBars)
{
    auto* const link = view.findChild<LinkButton*>();
    EXPECT_FALSE(link->isVisible());
    auto squeezed = std::make_shared<Summary>(*values(-8, 16));
    squeezed->histogram->counts.assign(256, 0);
    squeezed->histogram->counts[85] = 999;
    squeezed->histogram->counts[255] = 1;
    for (Quantile& quantile : squeezed->quantiles)
        *quantile.value /= 1000;
    view.showSummary(QStringLiteral("b"), squeezed);
    EXPECT_TRUE(link->isVisible());
    EXPECT_EQ(link->accessibleName(), QStringLiteral("1 outlier – clip to 0.1–99.9 %"));
    action(QStringLiteral("Symlog values"))->trigger();
    EXPECT_FALSE(link->isVisible()) << "such a scale shows all";
    action(QStringLiteral("Symlog values"))->trigger();
    ASSERT_TRUE(link->isVisible());
    link->click();
    EXPECT_EQ(wanted.back().high, quantileOf(*squeezed, 0.999));
    EXPECT_TRUE(action(QStringLiteral("0.1–99.9 %"))->isChecked());
    EXPECT_EQ(link->accessibleName(), QStringLiteral("10 values outside, as far as −8 – show full range"));
    view.showNothing(QStringLiteral("none"));
    EXPECT_FALSE(link->isVisible());
}

TEST_F(HistogramChoicesTest, SymmetricLogAndClipMeetInOneHistogram)
{
    action(QStringLiteral("Symlog values"))->trigger();
    EXPECT_FALSE(wanted.back().scale.isLinear());
    action(QStringLiteral("1–99 %"))->trigger();
    EXPECT_FALSE(wanted.back().scale.isLinear());
    EXPECT_DOUBLE_EQ(wanted.back().low, -8 + 24 * 0.01);
    EXPECT_DOUBLE_EQ(wanted.back().high, -8 + 24 * 0.99);
    EXPECT_TRUE(view.chart().bars().text(64 * 4 + 1).startsWith(QStringLiteral("NaN: 2"))) << "NaN stays at the side";
}

TEST_F(HistogramChoicesTest, DraggingZoomsAndADoubleClickResets)
{
    drag(0, 4);
    ASSERT_EQ(wanted.size(), 1u);
    EXPECT_NEAR(wanted.back().low, 0, 0.1);
    EXPECT_NEAR(wanted.back().high, 4, 0.1);
    EXPECT_TRUE(action(QStringLiteral("Reset zoom"))->isEnabled());
    drag(3, 2);
    EXPECT_NEAR(wanted.back().low, 2, 0.1);
    EXPECT_NEAR(wanted.back().high, 3, 0.1);
    QTest::mouseDClick(view.chart().viewport(), Qt::LeftButton, {}, at(2.5));
    EXPECT_FALSE(action(QStringLiteral("Reset zoom"))->isEnabled());
    EXPECT_EQ(wanted.size(), 2u) << "the summary's own bins again";
    QTest::mouseClick(view.chart().viewport(), Qt::LeftButton, {}, at(2));
    EXPECT_EQ(wanted.size(), 2u) << "a click is no drag";
}

TEST_F(HistogramChoicesTest, TheWheelZoomsAroundThePointer)
{
    const QPointF place = at(10);
    const auto turn = [&](int delta) {
        QWheelEvent event(place, view.chart().mapToGlobal(place), {}, {0, delta}, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view.chart().viewport(), &event);
    };
    turn(120);
    ASSERT_EQ(wanted.size(), 1u);
    EXPECT_NEAR(wanted.back().high - wanted.back().low, 24 * 0.8, 1e-9);
    EXPECT_NEAR((10 - wanted.back().low) / (wanted.back().high - wanted.back().low), 18.0 / 24, 0.01);
    turn(120);
    EXPECT_NEAR(wanted.back().high - wanted.back().low, 24 * 0.8 * 0.8, 1e-9);
    turn(-480);
    EXPECT_FALSE(action(QStringLiteral("Reset zoom"))->isEnabled());
}

TEST_F(HistogramChoicesTest, KeysZoomMoveAndReset)
{
    QTest::keyClick(&view.chart(), Qt::Key_Plus);
    ASSERT_EQ(wanted.size(), 1u);
    EXPECT_NEAR(wanted.back().low, -2, 1e-9);
    EXPECT_NEAR(wanted.back().high, 10, 1e-9);
    QTest::keyClick(&view.chart(), Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_NEAR(wanted.back().low, 1, 1e-9);
    QTest::keyClick(&view.chart(), Qt::Key_Minus);
    EXPECT_NEAR(wanted.back().low, -5, 1e-9);
    QTest::keyClick(&view.chart(), Qt::Key_0);
    EXPECT_FALSE(action(QStringLiteral("Reset zoom"))->isEnabled());
}

TEST_F(HistogramChoicesTest, AZoomIsOfOneTensorAndStaysWhileItIsShown)
{
    drag(0, 4);
    const auto before = wanted.back();
    const SummaryPtr other = values(-1, 1);
    view.showSummary(QStringLiteral("b"), other);
    EXPECT_FALSE(action(QStringLiteral("Reset zoom"))->isEnabled());
    drag(0, 0.5);
    const std::size_t count = wanted.size();
    view.showSummary(QStringLiteral("b"), other); // like showing its tab again
    EXPECT_TRUE(action(QStringLiteral("Reset zoom"))->isEnabled());
    EXPECT_EQ(wanted.size(), count);
    EXPECT_FALSE(wanted.back() == before);
}

TEST_F(HistogramChoicesTest, TheBinsAreShownAsATableToo)
{
    auto* const table = view.findChild<HistogramTable*>();
    EXPECT_FALSE(table->isVisible());
    action(QStringLiteral("Table"))->trigger();
    EXPECT_TRUE(table->isVisible());
    EXPECT_FALSE(view.chart().isVisible());
    EXPECT_EQ(table->model()->rowCount(), 256 + 1);
    drag(0, 4);
    action(QStringLiteral("≤ 64 bins"))->trigger();
    EXPECT_EQ(table->model()->rowCount(), 64 + 1 + (wanted.back().low > -8));
    view.showNothing(QStringLiteral("nothing"));
    EXPECT_TRUE(view.chart().isVisible());
}

TEST_F(HistogramChoicesTest, NothingIsCopiedOrTabledBeforeItIsCounted)
{
    QToolButton* exports = nullptr;
    for (auto* const button : view.findChildren<QToolButton*>()) {
        if (button->text() == QStringLiteral("Export"))
            exports = button;
    }
    ASSERT_TRUE(exports);
    action(QStringLiteral("≤ 64 bins"))->trigger();
    action(QStringLiteral("Table"))->trigger();
    EXPECT_TRUE(exports->isEnabled());
    answers = false;
    view.showSummary(QStringLiteral("b"), values(0, 1));
    // To avoid flicker, the previous tensor's chart stays for a moment.
    EXPECT_TRUE(QTest::qWaitFor([&] { return !exports->isEnabled(); }));
    EXPECT_FALSE(action(QStringLiteral("Table"))->isEnabled());
    EXPECT_TRUE(view.chart().isVisible()) << "not the other tensor's table";
    EXPECT_TRUE(action(QStringLiteral("≤ 256 bins"))->isEnabled());
    QApplication::clipboard()->setText(QStringLiteral("before"));
    action(QStringLiteral("Copy data"))->trigger(); // like choosing it in a menu that is still open
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("before"));
    answer();
    EXPECT_TRUE(exports->isEnabled());
    EXPECT_TRUE(view.findChild<HistogramTable*>()->isVisible());
    action(QStringLiteral("Copy data"))->trigger();
    EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("\n0\t0.015625\t1\n")));
}

TEST_F(HistogramChoicesTest, SavesPicturesAndNumbers)
{
    const test::TemporaryFolder folder;
    QSignalSpy saved(&view.saver(), &FileSaver::saved);
    for (const auto& [kind, name] :
        {std::pair(HistogramFile::Png, "a.png"), {HistogramFile::Svg, "a.svg"}, {HistogramFile::Csv, "a.csv"}}) {
        saved.clear();
        view.save(kind, QString::fromStdString((folder.path() / name).string()));
        ASSERT_TRUE(QTest::qWaitFor([&] { return saved.size() == 1; })) << name;
    }
    const QImage image(QString::fromStdString((folder.path() / "a.png").string()));
    EXPECT_TRUE(test::contains(image, Theme::of(view.palette()).bar));
    EXPECT_TRUE(test::contains(image, Theme::of(view.palette()).nan));
    const auto content = [&](const char* name) {
        std::ostringstream text;
        text << std::ifstream(folder.path() / name).rdbuf();
        return text.str();
    };
    EXPECT_NE(content("a.svg").find("<svg"), std::string::npos);
    EXPECT_NE(content("a.svg").find(Theme::of(view.palette()).bar.name().toStdString()), std::string::npos);
    EXPECT_TRUE(content("a.csv").starts_with("from,to,count\n-8,"));
    // The writer owns its data, so it finishes after the view changes.
    saved.clear();
    view.save(HistogramFile::Csv, QString::fromStdString((folder.path() / "b.csv").string()));
    view.showNothing(QStringLiteral("none"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return saved.size() == 1; }));
    EXPECT_EQ(content("b.csv"), content("a.csv"));
}

TEST_F(HistogramChoicesTest, SaysWhereAFileCannotBeWritten)
{
    const test::TemporaryFolder folder;
    QString sentence;
    QObject::connect(&view, &HistogramView::saveFailed, &view, [&](const QString& text) { sentence = text; });
    const QString path = QString::fromStdString((folder.path() / "missing" / "a.csv").string());
    view.save(HistogramFile::Csv, path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !sentence.isEmpty(); }));
    EXPECT_TRUE(sentence.contains(path));
}

} // namespace
} // namespace loupe
