#include "items/histogram/ridgelines.h"

#include "await.h"
#include "items/histogram/ridgeline_cache.h"
#include "support/compared_pair.h"
#include "support/nan.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace loupe {
namespace {

using test::Signal;
using testing::ElementsAre;

constexpr int layers = 12;

/// One weight for each of many layers, wider in later ones; the last one has a NaN and an infinity.
class RidgelinesTest : public testing::Test {
protected:
    void SetUp() override
    {
        std::mt19937 random(7);
        std::vector<test::WantedTensor> wanted;
        for (int layer = 0; layer < layers; ++layer) {
            std::normal_distribution<float> normal(0, 1.0F + 0.1F * float(layer));
            std::vector<float> one(2000);
            for (float& value : one)
                value = normal(random);
            one[17] = 100; // a lone outlier
            if (layer == layers - 1) {
                one[3] = test::nan;
                one[4] = std::numeric_limits<float>::infinity();
            }
            values.push_back(one);
            const std::string name = "layers." + std::to_string(layer);
            wanted.push_back({name + ".q.weight", "F32", "[2000]", test::packedBytes<float>(one)});
            wanted.push_back({name + ".norm.weight", "F32", "[1]", test::packedBytes<float>({1})});
        }
        for (const char* const name : {"layers.0.ffn.w1.weight", "layers.0.ffn.w2.weight", "norm1", "norm2"})
            wanted.push_back({name, "F32", "[1]", test::packedBytes<float>({1})});
        wanted.push_back({"packed", "F6_E2M3", "[4]", "abc"});
        auto read = openForViewing(folder.write("a.safetensors", test::safetensorsOf(wanted)), {});
        ASSERT_TRUE(read);
        opened = *read;
        figures.setCheckpoint(opened);
    }

    std::uint32_t find(std::string_view name) const
    {
        const auto& tensors = opened->checkpoint->tensors;
        for (std::uint32_t i = 0; i < tensors.size(); ++i) {
            if (tensors[i].name == name)
                return i;
        }
        ADD_FAILURE() << name;
        return 0;
    }
    NodeChoice chosen(const std::vector<std::string>& names) const
    {
        NodeChoice choice{opened, opened->order, {}};
        for (const std::string& name : names)
            choice.nodes.push_back(find(name));
        return choice;
    }
    NodeChoice queries(int count) const
    {
        std::vector<std::string> names;
        for (int layer = count - 1; layer >= 0; --layer) // in the order of the user's clicks
            names.push_back("layers." + std::to_string(layer) + ".q.weight");
        return chosen(names);
    }
    static std::vector<QString> labels(const Ridgelines& ridgelines)
    {
        std::vector<QString> labels;
        for (const Ridge& ridge : ridgelines.ridges)
            labels.push_back(ridge.label);
        return labels;
    }

    test::TemporaryFolder folder;
    std::vector<std::vector<float>> values; ///< by layer
    OpenedCheckpointPtr opened;
    Figures figures;
};

TEST_F(RidgelinesTest, LabelsSayWhatDiffersInNaturalOrder)
{
    const Ridgelines few = chooseRidges(queries(3));
    EXPECT_THAT(labels(few), ElementsAre(QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2")));
    EXPECT_EQ(few.title, QStringLiteral("layers.{0…2}.q.weight"));
    EXPECT_EQ(few.chosen, 3u);
    const Ridgelines many = chooseRidges(queries(layers));
    EXPECT_THAT(labels(many),
        ElementsAre(QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("3"), QStringLiteral("4"),
            QStringLiteral("6"), QStringLiteral("7"), QStringLiteral("9"), QStringLiteral("11")))
        << "from the first to the last, 10 after 9";
    EXPECT_EQ(many.title, QStringLiteral("layers.{0, 1 … 11}.q.weight"));
    EXPECT_EQ(many.chosen, 12u);
    const Ridgelines mixed = chooseRidges(chosen({"layers.2.q.weight", "layers.2.norm.weight", "packed"}));
    EXPECT_THAT(labels(mixed),
        ElementsAre(
            QStringLiteral("layers.2.norm.weight"), QStringLiteral("layers.2.q.weight"), QStringLiteral("packed")));
}

TEST_F(RidgelinesTest, WhatAScanWarnsOfIsAmongThem)
{
    const auto withRemarks = [&](const std::vector<int>& notANumber, const std::vector<int>& withInfinity) {
        HealthResults results(std::uint32_t(opened->checkpoint->tensors.size()));
        const auto has = [&](const std::vector<int>& of, std::uint32_t tensor) {
            return std::ranges::any_of(
                of, [&](int layer) { return find("layers." + std::to_string(layer) + ".q.weight") == tensor; });
        };
        for (std::uint32_t tensor = 0; tensor < results.tensors(); ++tensor) {
            Health health;
            health.summary.nan = has(notANumber, tensor) ? 1 : 0;
            health.summary.positiveInf = has(withInfinity, tensor) ? 1 : 0;
            health.summary.negativeInf = 0;
            results.add(*opened, tensor, health);
        }
        std::vector<int> shown;
        for (const QString& label : labels(chooseRidges(queries(layers), &results)))
            shown.push_back(label.toInt());
        return shown;
    };
    EXPECT_THAT(withRemarks({}, {}), ElementsAre(0, 1, 3, 4, 6, 7, 9, 11));
    EXPECT_THAT(withRemarks({}, {5}), ElementsAre(0, 1, 3, 5, 6, 7, 9, 11)) << "in place of a neighbor";
    EXPECT_THAT(withRemarks({4}, {}), ElementsAre(0, 1, 3, 4, 6, 7, 9, 11)) << "it was there";
    EXPECT_THAT(withRemarks({2, 5}, {8, 10}), testing::IsSupersetOf({0, 2, 5, 8, 10, 11}));
    // More remarks than there is room for: the ends stay, and NaN takes precedence over infinities.
    const std::vector<int> many = withRemarks({2, 5, 8}, {1, 3, 4, 6, 7, 9, 10});
    EXPECT_EQ(many.size(), 8U);
    EXPECT_THAT(many, testing::IsSupersetOf({0, 2, 5, 8, 11}));
}

TEST_F(RidgelinesTest, OneRoleIsKnownByItsNames)
{
    EXPECT_TRUE(haveOneRole(queries(layers)));
    EXPECT_FALSE(haveOneRole(queries(1)));
    EXPECT_FALSE(haveOneRole(chosen({"layers.0.ffn.w1.weight", "layers.0.ffn.w2.weight"})))
        << "two matrices of a block";
    EXPECT_FALSE(haveOneRole(chosen({"norm1", "norm2"})));
    EXPECT_FALSE(haveOneRole(chosen({"layers.2.q.weight", "layers.2.norm.weight"})));
    EXPECT_FALSE(haveOneRole(chosen({"layers.2.q.weight", "packed"})));
}

/// Compares with a direct count of the written values.
TEST_F(RidgelinesTest, AllAreCountedInTheSameBins)
{
    for (const HistogramClip clip : {HistogramClip::OnePermille, HistogramClip::Nothing}) {
        const HistogramChoice choice{.bins = 64, .clip = clip};
        Ridgelines ridgelines = chooseRidges(queries(layers));
        ASSERT_TRUE(countMissing(ridgelines, opened->checkpoint, choice, {}));
        ASSERT_TRUE(ridgelines.options);
        std::uint64_t outside = 0;
        for (const Ridge& ridge : ridgelines.ridges) {
            ASSERT_TRUE(ridge.histogram);
            const Histogram& histogram = *ridge.histogram;
            EXPECT_EQ(histogram.edges, ridgelines.ridges.front().histogram->edges);
            ASSERT_EQ(histogram.counts.size(), histogram.edges.size() - 1);
            std::vector<std::uint64_t> counts(histogram.counts.size());
            std::uint64_t below = 0;
            std::uint64_t above = 0;
            for (const double value : values[std::size_t(ridge.label.toInt())]) {
                if (!std::isfinite(value))
                    continue;
                below += value < histogram.edges.front();
                above += value > histogram.edges.back();
                for (std::size_t bin = 0; bin < counts.size(); ++bin) {
                    const bool last = bin + 1 == counts.size();
                    const double end = histogram.edges[bin + 1];
                    counts[bin] += value >= histogram.edges[bin] && (value < end || (last && value == end));
                }
            }
            EXPECT_EQ(histogram.counts, counts) << ridge.label.toStdString();
            EXPECT_EQ(histogram.below, below);
            EXPECT_EQ(histogram.above, above);
            outside += below + above;
        }
        EXPECT_EQ(ridgelines.outside(), outside);
        if (clip == HistogramClip::Nothing) {
            EXPECT_EQ(outside, 0u);
            EXPECT_GE(ridgelines.options->high, 100);
        } else {
            EXPECT_GE(outside, 8u) << "an outlier of each";
            EXPECT_LT(ridgelines.options->high, 20);
        }
    }
}

TEST_F(RidgelinesTest, WhatCannotBeReadIsLeftEmpty)
{
    Ridgelines ridgelines = chooseRidges(chosen({"layers.0.q.weight", "packed"}));
    ASSERT_TRUE(countMissing(ridgelines, opened->checkpoint, {}, {}));
    EXPECT_TRUE(ridgelines.ridges.front().histogram);
    EXPECT_FALSE(ridgelines.ridges.back().histogram);
    const QString text = ridgelinesText(ridgelines, u',');
    EXPECT_TRUE(text.startsWith(QStringLiteral("tensor,from,to,count\nlayers.0.q.weight,")));
    EXPECT_FALSE(text.contains(QStringLiteral("packed")));
}

/// The file is truncated between the two passes.
TEST_F(RidgelinesTest, WhatCanBeReadOnlyOnceLeavesTheOthersAlone)
{
    const NodeChoice choice = queries(3);
    Ridgelines ridgelines = chooseRidges(choice);
    ASSERT_TRUE(countMissing(ridgelines, opened->checkpoint, {}, {}));
    for (Ridge& ridge : ridgelines.ridges)
        ridge.histogram.reset();
    const auto path = folder.path() / "cut.safetensors";
    std::filesystem::copy_file(folder.path() / "a.safetensors", path);
    std::filesystem::resize_file(path,
        opened->checkpoint->tensors[find("layers.2.q.weight")].bytes.begin + 4000); // of 8000 bytes
    const auto cut = *openForViewing(path, {});
    ASSERT_TRUE(countMissing(ridgelines, cut->checkpoint, {.bins = 64}, {}));
    EXPECT_TRUE(ridgelines.ridges[0].histogram);
    EXPECT_TRUE(ridgelines.ridges[1].histogram);
    EXPECT_FALSE(ridgelines.ridges[2].histogram);
    EXPECT_FALSE(ridgelines.ridges[2].summary) << "its values cannot be read";
}

/// Also tests names with slashes.
TEST_F(RidgelinesTest, TitlesHaveTheSeparatorsOfTheNames)
{
    struct {
        std::vector<std::string> names;
        const char* title;
        std::vector<QString> labels;
    } const cases[] = {
        {{"layers/0/q/kernel", "layers/1/q/kernel"}, "layers/{0, 1}/q/kernel",
            {QStringLiteral("0"), QStringLiteral("1")}},
        {{"h/0/a/w:0", "h/1/b/w:0"}, "h/*/w:0", {QStringLiteral("0/a"), QStringLiteral("1/b")}},
        {{"a.0", "a.1"}, "a.{0, 1}", {QStringLiteral("0"), QStringLiteral("1")}},
        {{"0.a", "1.a"}, "{0, 1}.a", {QStringLiteral("0"), QStringLiteral("1")}},
        {{"a.b", "a.x.b"}, "a.*.b", {QStringLiteral("a.b"), QStringLiteral("x")}},
        {{"a", "a.b"}, "a.*", {QStringLiteral("a"), QStringLiteral("b")}},
        {{"a.b", "b"}, "*.b", {QStringLiteral("a"), QStringLiteral("b")}},
        {{"x", "y"}, "*", {QStringLiteral("x"), QStringLiteral("y")}},
    };
    for (const auto& [names, title, expected] : cases) {
        std::vector<test::WantedTensor> wanted;
        for (const std::string& name : names)
            wanted.push_back({name, "F32", "[1]", test::packedBytes<float>({1})});
        const auto named = *openForViewing(folder.write("named.safetensors", test::safetensorsOf(wanted)), {});
        const Ridgelines ridgelines = chooseRidges({named, named->order, {0, 1}});
        EXPECT_EQ(ridgelines.title.toStdString(), title);
        EXPECT_EQ(labels(ridgelines), expected) << title;
    }
}

TEST_F(RidgelinesTest, OfALargeChoiceTheTensorsThatStandForItAreRemembered)
{
    std::vector<test::WantedTensor> wanted;
    for (int expert = 0; expert < 1100; ++expert)
        wanted.push_back(
            {"experts." + std::to_string(expert), "F32", "[4]", test::packedBytes<float>({1, 2, 3, float(expert)})});
    const auto many = *openForViewing(folder.write("many.safetensors", test::safetensorsOf(wanted)), {});
    Figures others;
    others.setCheckpoint(many);
    RidgelineCache cache(others.values());
    const NodeChoice choice{many, many->order, {many->tree.root()}};
    EXPECT_FALSE(cache.find(choice, {}));
    for (const HistogramChoice& bins : {HistogramChoice{}, HistogramChoice{.bins = 64}}) {
        Signal ready(&cache, &RidgelineCache::ready);
        cache.request(choice, bins);
        ASSERT_TRUE(ready.await());
        const RidgelinesPtr known = cache.find(choice, bins);
        ASSERT_TRUE(known);
        EXPECT_EQ(known->chosen, 1100u);
        ASSERT_EQ(known->ridges.size(), Ridgelines::most);
        EXPECT_EQ(known->ridges.back().label, QStringLiteral("1099"));
        for (const Ridge& ridge : known->ridges)
            EXPECT_TRUE(ridge.histogram);
    }
    EXPECT_FALSE(cache.find({many, many->order, {many->tree.root(), 0}}, {})) << "another choice";
}

TEST_F(RidgelinesTest, CountsAreSharedWithTheOtherFigures)
{
    RidgelineCache cache(figures.values());
    const NodeChoice choice = queries(4);
    EXPECT_FALSE(cache.find(choice, {}));
    RidgelinesPtr last;
    QObject::connect(&cache, &RidgelineCache::ready, &cache, [&](const RidgelinesPtr& counted) { last = counted; });
    Signal ready(&cache, &RidgelineCache::ready);
    cache.request(choice, {});
    ASSERT_TRUE(ready.await());
    ASSERT_TRUE(last);
    for (const Ridge& ridge : last->ridges) {
        EXPECT_EQ(figures.values().summaries.find(ridge.tensor), ridge.summary);
        EXPECT_EQ(figures.values().histograms.find(ridge.tensor, *last->options), ridge.histogram);
    }
    const RidgelinesPtr known = cache.find(choice, {});
    ASSERT_TRUE(known);
    for (std::size_t i = 0; i < known->ridges.size(); ++i)
        EXPECT_EQ(known->ridges[i].histogram, last->ridges[i].histogram);
    EXPECT_FALSE(cache.find(choice, {.bins = 64})) << "other bins";
    EXPECT_FALSE(cache.find(queries(5), {})) << "other tensors";
}

TEST_F(RidgelinesTest, ACountThatIsStoppedLeavesNothing)
{
    RidgelineCache cache(figures.values());
    int ready = 0;
    int stopped = 0;
    QObject::connect(&cache, &RidgelineCache::ready, &cache, [&] { ++ready; });
    QObject::connect(&cache, &RidgelineCache::stopped, &cache, [&] { ++stopped; });
    cache.request(queries(layers), {});
    EXPECT_TRUE(cache.isRunning());
    cache.stop();
    EXPECT_FALSE(cache.isRunning());
    EXPECT_EQ(stopped, 1);
    cache.request(queries(layers), {});
    cache.drop();
    EXPECT_FALSE(cache.isRunning());
    QCoreApplication::processEvents();
    EXPECT_EQ(stopped, 1);
    EXPECT_EQ(ready, 0);
}

} // namespace
} // namespace loupe
