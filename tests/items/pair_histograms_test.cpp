#include "items/compare/pair/pair_histogram_cache.h"

#include "await.h"
#include "items/compare/pair/difference_clip.h"
#include "items/compare/pair/pair_histogram_text.h"
#include "support/compared_pair.h"
#include "support/nan.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace loupe {
namespace {

using test::packedBytes;
using test::Signal;
using testing::ElementsAre;
using testing::HasSubstr;

using test::nan;

/// One pair of each kind.
class PairHistogramCacheTest : public testing::Test {
protected:
    PairHistogramCacheTest()
    {
        QObject::connect(&cache, &PairHistogramCache::ready, &cache, [this](const auto& counted) { last = counted; });
    }

    void SetUp() override
    {
        const auto a = folder.write("a.safetensors",
            test::safetensorsOf({{"changed", "F32", "[5]", packedBytes<float>({-1, 0, 1, nan, 2})},
                {"same", "F32", "[2]", packedBytes<float>({5, 6})},
                {"shape", "F32", "[2,2]", packedBytes<float>({1, 2, 3, 4})},
                {"dtype", "F32", "[2]", packedBytes<float>({1, -2})}, {"only.a", "U8", "[3]", std::string("\1\2\3", 3)},
                {"codes", "U8", "[3]", std::string("\1\2\3", 3)}, {"nan", "F32", "[2]", packedBytes<float>({nan, 1})},
                {"complex", "C64", "[2]", packedBytes<float>({1, 2, 3, 4})}}));
        const auto b = folder.write("b.safetensors",
            test::safetensorsOf({{"changed", "F32", "[5]", packedBytes<float>({-1, 0.5, 1, 7, 1})},
                {"same", "F32", "[2]", packedBytes<float>({5, 6})},
                {"shape", "F32", "[4]", packedBytes<float>({1, 2, 3, 4})},
                {"dtype", "F64", "[2]", packedBytes<double>({1, 10})}, {"only.b", "U8", "[1]", "x"},
                {"codes", "U8", "[3]", std::string("\1\2\4", 3)}, {"nan", "F32", "[2]", packedBytes<float>({2, nan})},
                {"complex", "C64", "[2]", packedBytes<float>({1, 2, 3, -4})}}));
        auto paired = openPair(a, b, {});
        ASSERT_TRUE(paired);
        results = std::make_shared<ComparisonResults>(*paired); // nothing is compared yet
        cache.setResults(results);
    }

    std::uint32_t find(std::string_view name) const
    {
        const auto& tensors = results->paired()->names->tensors;
        for (std::uint32_t i = 0; i < tensors.size(); ++i) {
            if (tensors[i].name == name)
                return i;
        }
        ADD_FAILURE() << name;
        return 0;
    }
    const PairHistograms& count(std::string_view name, const PairHistogramChoice& choice = {})
    {
        last.reset();
        cache.request(find(name), choice);
        EXPECT_TRUE(ready.await());
        return *last;
    }
    static std::uint64_t total(const Histogram& histogram)
    {
        return std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0});
    }

    test::TemporaryFolder folder;
    ComparisonResultsPtr results;
    PairHistogramCache cache;
    Signal ready{&cache, &PairHistogramCache::ready};
    PairHistogramsPtr last;
};

TEST_F(PairHistogramCacheTest, BothAreCountedOverOneRange)
{
    const PairHistograms& counted = count("changed", {.bins = 4});
    // From -1, the minimum of A, to 7, the maximum of B.
    EXPECT_THAT(counted.a.histogram->edges, ElementsAre(-1, 1, 3, 5, 7));
    EXPECT_EQ(counted.b.histogram->edges, counted.a.histogram->edges);
    EXPECT_THAT(counted.a.histogram->counts, ElementsAre(2, 2, 0, 0));
    EXPECT_THAT(counted.b.histogram->counts, ElementsAre(2, 2, 0, 1));
    EXPECT_EQ(counted.a.summary->nan, 1u);
}

TEST_F(PairHistogramCacheTest, DifferencesAreCountedAsFarToBothSidesOfZero)
{
    const PairHistograms& counted = count("changed", {.bins = 4});
    EXPECT_EQ(counted.delta->maximum, 1.0);
    EXPECT_THAT(counted.differences->histogram.edges,
        testing::Pointwise(testing::DoubleNear(1e-15), std::vector{-1.0, -0.6, -0.2, 0.2, 0.6, 1.0}));
    EXPECT_THAT(counted.differences->histogram.counts, ElementsAre(1, 0, 2, 1, 0));
    EXPECT_EQ(counted.differences->nonfinite, 1u);
}

TEST_F(PairHistogramCacheTest, OfTheSameBytesThereIsNothingToCountBetween)
{
    const PairHistograms& counted = count("same");
    EXPECT_TRUE(counted.delta->identical);
    EXPECT_EQ(counted.a.histogram, counted.b.histogram);
    EXPECT_EQ(total(*counted.a.histogram), 2u);
    EXPECT_FALSE(counted.differences);
}

TEST_F(PairHistogramCacheTest, OfOtherShapesBothAreCountedAndNoDifferences)
{
    const PairHistograms& counted = count("shape");
    EXPECT_EQ(total(*counted.a.histogram), 4u);
    EXPECT_EQ(total(*counted.b.histogram), 4u);
    EXPECT_FALSE(counted.delta);
    EXPECT_FALSE(counted.differences);
}

TEST_F(PairHistogramCacheTest, OfOtherDTypesValuesAreCompared)
{
    const PairHistograms& counted = count("dtype");
    EXPECT_EQ(counted.differenceOptions->high, 12);
    EXPECT_EQ(counted.differences->histogram.counts.back(), 1u);
    EXPECT_EQ(total(counted.differences->histogram), 2u);
}

TEST_F(PairHistogramCacheTest, OfATensorThatOnlyOneSideHasItsOwn)
{
    const PairHistograms& a = count("only.a");
    EXPECT_EQ(total(*a.a.histogram), 3u);
    EXPECT_FALSE(a.b.summary || a.b.histogram || a.delta || a.differences);
    const PairHistograms& b = count("only.b");
    EXPECT_EQ(total(*b.b.histogram), 1u);
    EXPECT_FALSE(b.a.summary);
}

TEST_F(PairHistogramCacheTest, OfFewWholeNumbersEachHasABin)
{
    const PairHistograms& counted = count("codes");
    EXPECT_THAT(counted.a.histogram->edges, ElementsAre(0.5, 1.5, 2.5, 3.5, 4.5));
    EXPECT_THAT(counted.a.histogram->counts, ElementsAre(1, 1, 1, 0));
    EXPECT_THAT(counted.b.histogram->counts, ElementsAre(1, 1, 0, 1));
    EXPECT_THAT(counted.differences->histogram.edges, ElementsAre(-1.5, -0.5, 0.5, 1.5));
    EXPECT_THAT(counted.differences->histogram.counts, ElementsAre(0, 2, 1));
    const PairHistograms& zoomed = count("codes", {.zoom = ValueRange{1.2, 3.5}});
    EXPECT_THAT(zoomed.a.histogram->edges, ElementsAre(1.5, 2.5, 3.5));
    const PairHistograms& fewer = count("codes", {.bins = 3});
    EXPECT_THAT(fewer.a.histogram->edges, ElementsAre(0.5, 2.5, 4.5)) << "two integers in each bin";
    EXPECT_THAT(fewer.a.histogram->counts, ElementsAre(2, 1));
    EXPECT_EQ(count("codes", {.zoom = ValueRange{1.2, 1.8}}).a.histogram->counts.size(), 256u);
}

TEST_F(PairHistogramCacheTest, WhereOnlyNanMovedNothingFiniteDiffers)
{
    const PairHistograms& counted = count("nan");
    EXPECT_EQ(counted.delta->differing, 2u);
    EXPECT_FALSE(counted.differences);
}

TEST_F(PairHistogramCacheTest, CountsEitherPartOfComplexNumbers)
{
    const PairHistograms& real = count("complex", {.bins = 2});
    EXPECT_THAT(real.a.histogram->edges, ElementsAre(1, 2, 3));
    EXPECT_THAT(real.differences->histogram.counts, ElementsAre(0, 2, 0));
    const PairHistograms& imaginary = count("complex", {.bins = 2, .part = 1});
    EXPECT_THAT(imaginary.b.histogram->edges, ElementsAre(-4, 0, 4));
    EXPECT_THAT(imaginary.differences->histogram.counts, ElementsAre(1, 1, 0));
}

TEST_F(PairHistogramCacheTest, ZoomsAreOfTheValuesOrOfTheDifferences)
{
    const PairHistograms& counted =
        count("changed", {.bins = 2, .zoom = ValueRange{0, 1}, .differenceZoom = ValueRange{-0.25, 0.5}});
    EXPECT_THAT(counted.a.histogram->counts, ElementsAre(1, 1));
    EXPECT_EQ(counted.a.histogram->below, 1u);
    EXPECT_EQ(counted.a.histogram->above, 1u);
    EXPECT_THAT(counted.differences->histogram.edges, ElementsAre(-0.25, 0, 0.25, 0.5));
    EXPECT_THAT(counted.differences->histogram.counts, ElementsAre(0, 2, 1));
    EXPECT_EQ(counted.differences->histogram.below, 1u);
}

TEST_F(PairHistogramCacheTest, WhatStaysTheSameIsNotCountedAgain)
{
    const HistogramPtr values = count("changed").a.histogram;
    const auto differences = last->differences;
    const PairHistograms& zoomed = count("changed", {.differenceZoom = ValueRange{0, 1}});
    EXPECT_EQ(zoomed.a.histogram, values);
    EXPECT_NE(zoomed.differences, differences);
    EXPECT_NE(count("changed", {.zoom = ValueRange{0, 1}}).a.histogram, values);
}

TEST_F(PairHistogramCacheTest, RemembersByFileAndChoice)
{
    EXPECT_FALSE(cache.find(find("changed"), {}));
    count("changed");
    EXPECT_EQ(cache.find(find("changed"), {}), last);
    EXPECT_FALSE(cache.find(find("changed"), {.symmetricLog = true}));
    EXPECT_FALSE(cache.find(find("same"), {}));
    auto again = openPair(folder.path() / "a.safetensors", folder.path() / "b.safetensors", {});
    ASSERT_TRUE(again);
    cache.setResults(std::make_shared<ComparisonResults>(*again));
    EXPECT_EQ(cache.find(find("changed"), {}), last);
    cache.setResults(nullptr);
    EXPECT_FALSE(cache.find(find("changed"), {}));
}

TEST_F(PairHistogramCacheTest, TheNewestRequestWinsAndWhoWaitsIsToldOfAStop)
{
    int stops = 0;
    QObject::connect(&cache, &PairHistogramCache::stopped, &cache, [&stops] { ++stops; });
    cache.request(find("changed"), {});
    EXPECT_EQ(count("same").a.summary->elements, 2u);
    EXPECT_FALSE(cache.find(find("changed"), {}));
    cache.request(find("changed"), {});
    cache.drop();
    cache.stop();
    EXPECT_EQ(stops, 0);
    cache.request(find("changed"), {});
    cache.stop();
    EXPECT_EQ(stops, 1);
    EXPECT_FALSE(cache.isRunning());
}

TEST_F(PairHistogramCacheTest, AFileThatWasCutIsAnErrorAndNotACrash)
{
    std::filesystem::resize_file(folder.path() / "b.safetensors", results->paired()->b->files[0].header.end);
    Signal failed(&cache, &PairHistogramCache::failed);
    std::optional<ErrorCode> code;
    QObject::connect(&cache, &PairHistogramCache::failed, &cache, [&](const Error& error) { code = error.code; });
    cache.request(find("changed"), {});
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::Changed);
}

/// A ramp from -1 to 1 with an outlier on one side; differences of up to 0.01, and three far larger ones.
TEST_F(PairHistogramCacheTest, FarValuesAndDifferencesAreBeyondTheBins)
{
    constexpr std::size_t count = 5000;
    std::vector<double> a;
    std::vector<double> b;
    for (std::size_t i = 0; i < count; ++i) {
        a.push_back(-1 + 2.0 * double(i) / (count - 1));
        b.push_back(a.back() + (i % 2 == 0 ? 0.01 : -0.01) * double(i + 1) / count);
    }
    for (std::size_t i = 0; i < 3; ++i)
        b[count / 2 + i] = a[count / 2 + i] - 100;
    a[count / 2 + 7] = b[count / 2 + 7] = 1000;
    const auto make = [&](const char* name, const std::vector<double>& values) {
        std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
        return folder.write(name, test::safetensorsOf({{"ramp", "F64", "[5000]", std::move(bytes)}}));
    };
    auto paired = openPair(make("ramp.a.safetensors", a), make("ramp.b.safetensors", b), {});
    ASSERT_TRUE(paired);
    results = std::make_shared<ComparisonResults>(*paired);
    cache.setResults(results);

    const PairHistograms clipped = this->count("ramp");
    EXPECT_NEAR(clipped.options->low, -1, 0.02) << "B's quantile, of which three values are far below, too";
    EXPECT_NEAR(clipped.options->high, 1, 0.02);
    EXPECT_GE(clipped.differenceOptions->high, 0.0099);
    EXPECT_LE(clipped.differenceOptions->high, 0.011);
    const Histogram& differences = clipped.differences->histogram;
    EXPECT_EQ(differences.below, 3U);
    EXPECT_EQ(differences.above, 0U);
    EXPECT_EQ(total(differences), count - 3);
    const auto isOutside = [&](double value) {
        return value < clipped.a.histogram->edges.front() || value > clipped.a.histogram->edges.back();
    };
    EXPECT_EQ(clipped.valuesOutside() + clipped.differencesOutside(),
        std::uint64_t(std::ranges::count_if(a, isOutside) + std::ranges::count_if(b, isOutside)) + 3);

    const PairHistograms full = this->count("ramp", {.clip = HistogramClip::Nothing});
    EXPECT_EQ(full.options->high, 1000);
    EXPECT_NEAR(full.differenceOptions->high, 100, 1e-9);
    EXPECT_EQ(full.valuesOutside() + full.differencesOutside(), 0U);
}

TEST_F(PairHistogramCacheTest, TextHasALineForEachRange)
{
    const std::string text = pairHistogramText(count("changed", {.bins = 2}), u',').toStdString();
    EXPECT_THAT(
        text, testing::StartsWith("of,from,to,count\na,-1,3,4\na,3,7,0\na,-inf,,0\na,inf,,0\na,nan,,1\nb,-1,3,4\n"));
    EXPECT_THAT(text, testing::EndsWith("b-a,nan,,1\n"));
    EXPECT_THAT(text, HasSubstr("\nb-a,-1,"));
}

TEST(DifferenceClip, HidesNoMoreThanItsShare)
{
    const std::vector<double> edges = differenceClipEdges(8);
    EXPECT_EQ(edges.front(), -8);
    EXPECT_EQ(edges.back(), 8);
    EXPECT_TRUE(std::ranges::is_sorted(edges));
    EXPECT_EQ(clippedDifferences(499, HistogramClip::OnePermille), 0U);
    EXPECT_EQ(clippedDifferences(500, HistogramClip::OnePermille), 1U);
    EXPECT_EQ(clippedDifferences(500, HistogramClip::OnePercent), 10U);
    EXPECT_EQ(clippedDifferences(500, HistogramClip::Nothing), 0U);
    Histogram counted{.edges = edges, .counts = std::vector<std::uint64_t>(edges.size() - 1)};
    const auto put = [&](double value, std::uint64_t count) {
        counted.counts[std::size_t(std::ranges::upper_bound(edges, value) - edges.begin()) - 1] += count;
    };
    put(0.9, 989);
    put(-3, 10);
    put(6, 1);
    const auto clipped = [&](HistogramClip clip) { return clippedMagnitude(counted, 1000, clip); };
    EXPECT_EQ(clipped(HistogramClip::Nothing), 8);
    EXPECT_GE(clipped(HistogramClip::OnePermille), 3) << "one and ten are too many";
    EXPECT_LE(clipped(HistogramClip::OnePermille), 3.3);
    EXPECT_GE(clipped(HistogramClip::OnePercent), 0.9);
    EXPECT_LE(clipped(HistogramClip::OnePercent), 1);
    put(0, 5000);
    EXPECT_EQ(clippedMagnitude(counted, 10, HistogramClip::OnePermille), 8) << "fewer than the share";
}

TEST(PairHistogramOptions, ShowTheSmallerValuesOfEitherOnALogarithmicScale)
{
    const auto summary = [](double least, double greatest) {
        Summary one;
        one.minimum = Scalar{.kind = Scalar::Kind::Float, .real = least};
        one.maximum = Scalar{.kind = Scalar::Kind::Float, .real = greatest};
        return std::make_shared<const Summary>(one);
    };
    const auto options = optionsForBoth(summary(-2, 3), summary(0, 0.05), {.symmetricLog = true});
    EXPECT_EQ(options->scale.threshold(), 0.001);
    EXPECT_EQ(options->low, -2);
    EXPECT_EQ(options->high, 3);
    EXPECT_FALSE(optionsForBoth(nullptr, std::make_shared<const Summary>(), {}));
}

TEST(PairHistogramOptions, OfDifferencesFollowTheirMagnitudes)
{
    // One element in a hundred differs, by about 0.3.
    const Delta delta{.elements = 1000, .differing = 10, .maximum = 2.0, .mean = 0.003};
    const auto options = optionsForDifferences(delta, false, {.bins = 64, .symmetricLog = true});
    EXPECT_EQ(options->bins, 65u);
    EXPECT_EQ(options->scale.threshold(), 0.01);
    EXPECT_EQ(optionsForDifferences(delta, true, {.symmetricLog = true})->scale.threshold(), 1);
    const Delta far{.elements = 1, .differing = 1, .maximum = std::numeric_limits<double>::infinity()};
    EXPECT_EQ(optionsForDifferences(far, false, {})->high, std::numeric_limits<double>::max());
    EXPECT_FALSE(optionsForDifferences(Delta{.elements = 4, .differing = 0, .maximum = 0.0}, false, {}));
    EXPECT_FALSE(optionsForDifferences(Delta{.elements = 4, .differing = 1}, false, {}));
}

} // namespace
} // namespace loupe
