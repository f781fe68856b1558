#include "items/histogram/histogram_choice.h"

#include "analysis/statistics/value_spacing.h"
#include "await.h"
#include "items/histogram/histogram_model.h"
#include "items/writing/file_saver.h"
#include "support/temporary_file.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace loupe {
namespace {

constexpr double largest = std::numeric_limits<double>::max();

Summary values(double low, double high)
{
    Summary summary;
    summary.dtype = DType::F64;
    summary.elements = 1000;
    summary.minimum = Scalar{.kind = Scalar::Kind::Float, .real = low};
    summary.maximum = Scalar{.kind = Scalar::Kind::Float, .real = high};
    summary.quantiles = {{0.001, low / 2}, {0.01, low / 4}, {0.25, low / 8}, {0.5, 0.0}, {0.75, high / 8},
        {0.99, high / 4}, {0.999, high / 2}};
    summary.histogram = Histogram{.edges = Bins(low, high, 256).edges(), .counts = std::vector<std::uint64_t>(256)};
    return summary;
}

std::optional<Histogram> own(const Summary& summary, const HistogramOptions& options)
{
    const HistogramPtr histogram = ownHistogram(std::make_shared<const Summary>(summary), options);
    return histogram ? std::optional(*histogram) : std::nullopt;
}

TEST(HistogramChoice, MeansARangeAndAScale)
{
    const Summary summary = values(-8, 16);
    EXPECT_EQ(own(summary, optionsFor(summary, {.clip = HistogramClip::Nothing})), summary.histogram);
    EXPECT_EQ(optionsFor(summary, {}), (HistogramOptions{.low = -4, .high = 8})) << "without the outermost 0.1 %";
    Summary few = summary;
    few.elements = 999;
    EXPECT_EQ(optionsFor(few, {}), (HistogramOptions{.low = -8, .high = 16})) << "0.1 % of them is no value";
    const auto clipped = optionsFor(summary, {.bins = 64, .clip = HistogramClip::OnePercent});
    EXPECT_EQ(clipped, (HistogramOptions{.bins = 64, .low = -2, .high = 4}));
    EXPECT_FALSE(own(summary, clipped));
    EXPECT_EQ(optionsFor(summary, {.clip = HistogramClip::OnePermille}).high, 8);
    const auto zoom = optionsFor(summary, {.clip = HistogramClip::OnePercent, .zoom = ValueRange{0, 1}});
    EXPECT_EQ(zoom.low, 0);
    EXPECT_EQ(zoom.high, 1);
    const auto symmetric = optionsFor(summary, {.symmetricLog = true});
    EXPECT_EQ(symmetric.scale, ValueScale::symmetricLogFor(summary));
    EXPECT_FALSE(own(summary, symmetric));
    const Summary constant = values(3, 3);
    EXPECT_TRUE(own(constant, optionsFor(constant, {.symmetricLog = true})));
}

/// Counts like summarize() does for the window: in up to 256 bins aligned to integers.
Summary integers(const std::vector<int>& numbers)
{
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    Summary summary;
    summary.dtype = DType::I8;
    summary.elements = numbers.size();
    summary.minimum = Scalar{.kind = Scalar::Kind::Signed, .asSigned = *low};
    summary.maximum = Scalar{.kind = Scalar::Kind::Signed, .asSigned = *high};
    const Bins bins = fittedBins(DType::I8, *low, *high, 256);
    std::vector<std::uint64_t> counts(bins.slotCount());
    for (const int number : numbers)
        ++counts[bins.slot(number)];
    summary.histogram = bins.histogram(counts);
    return summary;
}

HistogramOptions oneEach(std::uint32_t bins, double low, double high)
{
    HistogramOptions options{.bins = bins, .low = low, .high = high};
    options.spacings = 1;
    options.dtype = DType::I8;
    return options;
}

TEST(HistogramChoice, GivesEachOfFewWholeNumbersABin)
{
    const Summary few = integers({-8, -8, -7, 0, 3, 3, 3, 7});
    const HistogramOptions options = optionsFor(few, {});
    EXPECT_EQ(options, oneEach(16, -8.5, 7.5));
    const auto histogram = own(few, options);
    ASSERT_TRUE(histogram) << "nothing needs to be counted again";
    EXPECT_EQ(histogram->edges.front(), -8.5);
    EXPECT_EQ(histogram->edges[1], -7.5);
    EXPECT_EQ(histogram->counts, (std::vector<std::uint64_t>{2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 1}));

    const Summary one = integers({5, 5, 5});
    EXPECT_EQ(own(one, optionsFor(one, {}))->counts, std::vector<std::uint64_t>{3});
    EXPECT_EQ(own(one, optionsFor(one, {}))->edges, (std::vector<double>{4.5, 5.5}));

    std::vector<int> all(256);
    std::iota(all.begin(), all.end(), -128);
    const Summary bytes = integers(all);
    EXPECT_EQ(own(bytes, optionsFor(bytes, {}))->counts, std::vector<std::uint64_t>(256, 1));

    const Summary many = integers({0, 1, 256});
    HistogramOptions twoEach{.bins = 129, .low = -0.5, .high = 257.5}; // 257 integers
    twoEach.spacings = 2;
    twoEach.dtype = DType::I8;
    EXPECT_EQ(optionsFor(many, {}), twoEach);
    EXPECT_EQ(own(many, optionsFor(many, {})), many.histogram);
    EXPECT_FALSE(own(few, optionsFor(few, {.bins = 8}))) << "wider bins than the summary's own are counted";
    EXPECT_EQ(optionsFor(few, {.bins = 8}).bins, 8u);
    EXPECT_EQ(optionsFor(few, {.bins = 8}).spacings, 2u);
    EXPECT_EQ(optionsFor(few, {.zoom = ValueRange{-1.2, 3.7}}), oneEach(5, -1.5, 3.5));
}

TEST(HistogramChoice, AClipThatLeavesOneValueIsNone)
{
    Summary sparse = values(-8, 16);
    for (Quantile& quantile : sparse.quantiles)
        quantile.value = 0;
    EXPECT_EQ(clippedRange(sparse, HistogramClip::OnePercent), (ValueRange{-8, 16}));
}

TEST(HistogramChoice, OffersAClipWhereFarValuesSqueezeTheBars)
{
    Summary summary = values(-8, 16);
    EXPECT_EQ(clipHint(summary), std::nullopt);
    // 0.1 % and 99.9 %, then 1 % and 99 % of the values within ±0.1, which is the bin of 0 and its neighbors.
    auto& counts = summary.histogram->counts;
    counts[0] = 2; // at -8
    counts[255] = 3; // at 16
    counts[85] = 900; // of 0
    counts[90] = 7; // at 0.47, more than one width away
    summary.quantiles = {{0.001, -0.1}, {0.01, -0.05}, {0.99, 0.05}, {0.999, 0.1}};
    EXPECT_EQ(clipHint(summary), (ClipHint{HistogramClip::OnePermille, 2 + 3 + 7}));
    summary.quantiles.front().value = -8;
    EXPECT_EQ(clipHint(summary), (ClipHint{HistogramClip::OnePercent, 2 + 3 + 7}));
    summary.quantiles[1].value = -8;
    EXPECT_EQ(clipHint(summary), std::nullopt) << "neither leaves less";
    EXPECT_EQ(clipHint(values(3, 3)), std::nullopt);
    EXPECT_EQ(clipHint(values(-largest, largest)), std::nullopt);
}

TEST(HistogramChoice, ZoomsAroundAValueAndBack)
{
    const ValueRange whole{-8, 16};
    HistogramOptions shown{.low = -8, .high = 16};
    auto zoom = zoomed(shown, whole, 4, 0.5);
    ASSERT_TRUE(zoom);
    EXPECT_EQ(*zoom, (ValueRange{-2, 10}));
    shown.low = zoom->low;
    shown.high = zoom->high;
    EXPECT_FALSE(zoomed(shown, whole, 4, 2)) << "all of it again";
    zoom = zoomed({.low = -2, .high = 14}, whole, 14, 1.25);
    EXPECT_EQ(*zoom, (ValueRange{-6, 14}));
    const ValueRange narrow{1, 1 + 1e-13};
    EXPECT_EQ(zoomed({.low = narrow.low, .high = narrow.high}, whole, 1, 0.5), narrow);
}

TEST(HistogramChoice, ZoomsOnTheScaleThatIsShown)
{
    const auto scale = ValueScale::symmetricLog(1);
    const ValueRange whole{0, 1e6};
    const auto zoom = zoomed({.low = 0, .high = 1e6, .scale = scale}, whole, 0, 0.5);
    ASSERT_TRUE(zoom);
    EXPECT_NEAR(scale.placeOf(zoom->high), scale.placeOf(1e6) / 2, 1e-9);
}

TEST(HistogramChoice, AllDoublesCanBeZoomedInto)
{
    const ValueRange whole{-largest, largest};
    HistogramOptions shown{.low = -largest, .high = largest};
    for (int i = 0; i < 3000; ++i) {
        const auto zoom = zoomed(shown, whole, 1, 0.5);
        ASSERT_TRUE(zoom && std::isfinite(zoom->low) && std::isfinite(zoom->high) && zoom->low < zoom->high);
        shown.low = zoom->low;
        shown.high = zoom->high;
    }
    EXPECT_NEAR(shown.low, 1, 1e-6);
    for (int i = 0; i < 3000; ++i) {
        const auto zoom = zoomed(shown, whole, 1, 2);
        if (!zoom)
            return;
        shown.low = zoom->low;
        shown.high = zoom->high;
    }
    FAIL() << "never all of it again";
}

TEST(HistogramChoice, MovesUpToTheEnds)
{
    const ValueRange whole{-8, 16};
    EXPECT_EQ(moved({.low = 0, .high = 4}, whole, 0.25), (ValueRange{1, 5}));
    EXPECT_EQ(moved({.low = -8, .high = 4}, whole, -0.25), (ValueRange{-8, 4}));
    EXPECT_EQ(moved({.low = 8, .high = 15}, whole, 1), (ValueRange{9, 16}));
}

TEST(HistogramChoice, ADraggedRangeGoesEitherWay)
{
    EXPECT_EQ(chosenRange({-8, 16}, 3, 1), (ValueRange{1, 3}));
    EXPECT_EQ(chosenRange({-8, 16}, -100, 1), (ValueRange{-8, 1}));
    EXPECT_FALSE(chosenRange({-8, 16}, 1, 1));
}

TEST(HistogramModel, HasARowForEveryRangeAndForWhatIsNotFinite)
{
    HistogramModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0);
    Summary summary;
    summary.elements = 10'000;
    summary.nan = 2500;
    summary.negativeInf = 0;
    const Histogram histogram{.edges = {-1, 0.1, 1}, .counts = {5000, 2000}, .below = 499, .above = 1};
    model.setHistogram(std::make_shared<const Summary>(summary), std::make_shared<const Histogram>(histogram));
    ASSERT_EQ(model.rowCount(), 5);
    const auto text = [&](int row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        return cells.join(u'|');
    };
    EXPECT_EQ(text(0), QStringLiteral("|\u22121|499|5.0 %"));
    EXPECT_EQ(text(1), QStringLiteral("\u22121|0.1|5,000|50.0 %"));
    EXPECT_EQ(text(3), QStringLiteral("1||1|< 0.1 %"));
    EXPECT_EQ(text(4), QStringLiteral("NaN||2,500|25.0 %"));
    EXPECT_EQ(model.index(2, HistogramModel::From).data(WholeTextRole).toString(), QStringLiteral("0.1"));
    model.setHistogram(nullptr, nullptr);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(histogramText(summary, histogram, u','),
        QStringLiteral("from,to,count\n,-1,499\n-1,0.1,5000\n0.1,1,2000\n1,,1\n-inf,,0\nnan,,2500\n"));
}

TEST(HistogramModel, EdgesOfAColumnHaveOneDecimalPoint)
{
    Summary summary;
    summary.elements = 3;
    const Histogram histogram{
        .edges = {-0.0215454, 0.139108, 1.31473, 100}, .counts = {1, 1, 1}, .below = 0, .above = 0};
    HistogramModel model;
    model.setHistogram(std::make_shared<const Summary>(summary), std::make_shared<const Histogram>(histogram));
    for (const int column : {HistogramModel::From, HistogramModel::To}) {
        for (int row = 0; row < 3; ++row) {
            const QModelIndex cell = model.index(row, column);
            const QString text = cell.data().toString();
            const qsizetype point = text.contains(u'.') ? text.indexOf(u'.') : text.size();
            const int most = column == HistogramModel::From ? 8 : 7; // ".0215454", ".139108"
            EXPECT_EQ(text.size() - point + cell.data(CharactersAfterRole).toInt(), most) << text.toStdString();
        }
    }
    EXPECT_EQ(model.index(0, HistogramModel::Count).data(CharactersAfterRole).toInt(), 0);
}

TEST(HistogramModel, EdgesHaveTheDigitsThatTellThemApart)
{
    EXPECT_EQ(digitsToTellApart(-1, 1), 6);
    EXPECT_EQ(digitsToTellApart(0, 1e-300), 6);
    EXPECT_GE(digitsToTellApart(1, 1 + 1e-9), 10);
    EXPECT_LE(digitsToTellApart(1, std::nextafter(1, 2)), 17);
    EXPECT_EQ(digitsToTellApart(3, 3), 17);
    EXPECT_EQ(digitsToTellApart(-largest, largest), 6);
    HistogramModel model;
    const double third = 1.0 / 3;
    const Histogram histogram{.edges = {third, 2 * third}, .counts = {5}, .below = 1};
    Summary summary;
    summary.elements = 6;
    model.setHistogram(std::make_shared<const Summary>(summary), std::make_shared<const Histogram>(histogram));
    EXPECT_EQ(model.index(0, HistogramModel::To).data().toString(), QStringLiteral("0.333333"));
    EXPECT_EQ(model.index(1, HistogramModel::From).data().toString(), QStringLiteral("0.333333"));
    EXPECT_EQ(
        model.index(1, HistogramModel::From).data(WholeTextRole).toString(), QStringLiteral("0.3333333333333333"));
}

TEST(FileSaver, ReplacesAFileAtOnceAndLeavesNothingBehind)
{
    const test::TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.write("a.csv", "old").string());
    FileSaver saver;
    test::Signal saved(&saver, &FileSaver::saved);
    saver.save(path, "new");
    ASSERT_TRUE(saved.await());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "new");
    EXPECT_EQ(QDir(QString::fromStdString(folder.path().string())).entryList(QDir::Files | QDir::Hidden).size(), 1);
}

TEST(FileSaver, WhatIsHalfWrittenLeavesTheOldFile)
{
    const test::TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.write("a.csv", "old").string());
    const auto half = [](QFileDevice& file, const Work&) {
        file.write("ne");
        return false;
    };
    const auto written = writeFileAtOnce(path, half, {});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::Io);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "old");
    EXPECT_EQ(QDir(QString::fromStdString(folder.path().string())).entryList(QDir::Files | QDir::Hidden).size(), 1);
}

TEST(FileSaver, AnErrorNamesThePath)
{
    const test::TemporaryFolder folder;
    FileSaver saver;
    test::Signal failed(&saver, &FileSaver::failed);
    std::optional<Error> error;
    QObject::connect(&saver, &FileSaver::failed, &saver, [&](const Error& one) { error = one; });
    const std::string path = (folder.path() / "missing" / "a.csv").string();
    saver.save(QString::fromStdString(path), "new");
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(error->path, path);
    EXPECT_FALSE(error->message.empty());
}

} // namespace
} // namespace loupe
