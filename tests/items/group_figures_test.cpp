#include "items/tree/group_figures.h"

#include "core/text/block_number.h"
#include "support/opened.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

namespace loupe {
namespace {

constexpr std::size_t queryValues = 64;

struct PlainFigures {
    double mean = 0;
    double rms = 0;
    double deviation = 0;
    double largest = 0;

    explicit PlainFigures(const std::vector<float>& values)
    {
        const double count = double(values.size());
        mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
        for (const double value : values) {
            rms += value * value / count;
            deviation += (value - mean) * (value - mean) / count;
            largest = std::max(largest, std::abs(value));
        }
        rms = std::sqrt(rms);
        deviation = std::sqrt(deviation);
    }
};

/// Layers of two tensors each, one of which has a large mean and a NaN, and a tensor outside of the layers.
class GroupFiguresTest : public testing::Test {
protected:
    GroupFiguresTest()
    {
        for (int layer : {0, 1, 10}) {
            std::vector<float>& values = m_values[std::uint64_t(layer)];
            for (const char* const name : {".q.weight", ".norm.weight"}) {
                std::vector<float> one(name[1] == 'q' ? queryValues : 8);
                for (std::size_t i = 0; i < one.size(); ++i)
                    one[i] = name[1] == 'q' ? float(layer + 1) * std::sin(float(i)) : 1000.0F + float(i % 3);
                if (layer == 10 && name[1] == 'n')
                    one[3] = std::nanf("");
                std::ranges::copy_if(one, std::back_inserter(values), [](float x) { return std::isfinite(x); });
                add("layers." + std::to_string(layer) + name, one);
            }
        }
        add("head", {1, 2});
        m_header.back() = '}';
        m_header.resize((m_header.size() + 7) / 8 * 8, ' ');
        const std::uint64_t length = m_header.size();
        std::string start(8, '\0');
        std::memcpy(start.data(), &length, 8);
        m_opened = openForViewing(m_folder.write("made.safetensors", start + m_header + m_data), {}).value();
        m_tensors.resize(m_opened->checkpoint->tensors.size());
        std::iota(m_tensors.begin(), m_tensors.end(), 0U);
    }
    void add(const std::string& name, const std::vector<float>& values)
    {
        const std::size_t begin = m_data.size();
        m_data.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
        m_header += '"' + name + R"(":{"dtype":"F32","shape":[)" + std::to_string(values.size())
            + R"(],"data_offsets":[)" + std::to_string(begin) + ',' + std::to_string(m_data.size()) + "]},";
    }
    /// The results of a scan of the first `count` tensors.
    std::shared_ptr<HealthResults> scanned(std::size_t count)
    {
        auto results = std::make_shared<HealthResults>(std::uint32_t(m_tensors.size()));
        EXPECT_TRUE(scanHealth(m_opened->checkpoint, std::span(m_tensors).first(count), {},
            [&](std::uint32_t tensor, const Result<Health>& health) { results->add(*m_opened, tensor, health); }));
        return results;
    }

    GroupFigures find(std::span<const std::uint32_t> tensors, const HealthResults* results) const
    {
        return findGroupFigures(
            *m_opened->checkpoint, tensors, GroupBlocks(*m_opened->checkpoint, tensors, 0, {}), results, {});
    }

    test::TemporaryFolder m_folder;
    std::string m_header = "{";
    std::string m_data;
    std::map<std::uint64_t, std::vector<float>> m_values; ///< finite values, by layer
    OpenedCheckpointPtr m_opened;
    std::vector<std::uint32_t> m_tensors;
};

TEST_F(GroupFiguresTest, LayersAreThoseOfAllTheirValues)
{
    const auto results = scanned(m_tensors.size());
    const GroupFigures figures = find(m_tensors, results.get());
    ASSERT_EQ(figures.layers.size(), m_values.size());
    auto layer = figures.layers.begin();
    for (const auto& [number, values] : m_values) {
        const PlainFigures plain(values);
        EXPECT_EQ(layer->number, number);
        EXPECT_EQ(layer->finite, values.size());
        EXPECT_NEAR(layer->mean, plain.mean, 1e-9 * std::abs(plain.mean));
        EXPECT_NEAR(layer->rms, plain.rms, 1e-9 * plain.rms);
        EXPECT_NEAR(layer->standardDeviation, plain.deviation, 1e-9 * plain.deviation);
        EXPECT_EQ(layer->largest, plain.largest);
        EXPECT_EQ(layer->nonfinite, number == 10 ? 1U : 0U);
        ++layer;
    }
    EXPECT_EQ(figures.health.nan, 1U);
    EXPECT_EQ(figures.health.tensors, m_tensors.size());
}

TEST_F(GroupFiguresTest, AllValuesTogether)
{
    std::vector<float> values{1, 2};
    for (const auto& [number, some] : m_values)
        values.insert(values.end(), some.begin(), some.end());
    const auto results = scanned(m_tensors.size());
    const Summary all = find(m_tensors, results.get()).values;
    const PlainFigures plain(values);
    EXPECT_EQ(all.elements, values.size() + 1);
    EXPECT_EQ(all.nan, 1U);
    EXPECT_NEAR(*all.mean, plain.mean, 1e-9 * std::abs(plain.mean));
    EXPECT_NEAR(*all.standardDeviation, plain.deviation, 1e-9 * plain.deviation);
    EXPECT_EQ(all.minimum->toDouble(), *std::ranges::min_element(values));
    EXPECT_EQ(all.maximum->toDouble(), *std::ranges::max_element(values));
}

/// The group's bins hold the same counts as a direct count of all values, up to the width of the bars in which the scan
/// counted each tensor.
TEST_F(GroupFiguresTest, TheHistogramAddsUpThoseOfAllTensors)
{
    std::vector<std::uint32_t> group; // similar tensors: the values of norms are far from all others
    std::vector<float> values;
    for (const std::uint32_t tensor : m_tensors) {
        const std::string_view name = m_opened->checkpoint->tensors[tensor].name;
        if (!name.ends_with("q.weight"))
            continue;
        group.push_back(tensor);
        const float factor = float(*layerNumber(name) + 1);
        for (std::size_t i = 0; i < queryValues; ++i)
            values.push_back(factor * std::sin(float(i)));
    }
    const auto results = scanned(m_tensors.size());
    const HistogramPtr histogram = find(group, results.get()).histogram;
    ASSERT_TRUE(histogram);
    const auto& counts = histogram->counts;
    const auto total = std::accumulate(counts.begin(), counts.end(), histogram->below + histogram->above);
    EXPECT_NEAR(double(total), double(values.size()), double(counts.size()) / 2) << "each bin is rounded";
    EXPECT_GE(histogram->edges.front(), -11.5);
    EXPECT_LE(histogram->edges.back(), 11.5);
    for (const double bound : {-5.0, -1.0, -0.5, 0.0, 0.5, 1.0, 5.0}) {
        double below = double(histogram->below);
        for (std::size_t bin = 0; bin < counts.size() && histogram->edges[bin + 1] <= bound; ++bin)
            below += double(counts[bin]);
        const double bar = 22.0 / 42; // bar width of the widest tensor
        const auto within = [&](double limit) {
            return double(std::ranges::count_if(values, [&](float value) { return value < limit; }));
        };
        EXPECT_GE(below, 0.9 * within(bound - bar) - 4) << bound;
        EXPECT_LE(below, 1.1 * within(bound + bar) + 4) << bound;
    }
}

TEST_F(GroupFiguresTest, KnowsAsMuchAsTheScan)
{
    const GroupFigures nothing = find(m_tensors, nullptr);
    EXPECT_TRUE(nothing.layers.empty());
    EXPECT_FALSE(nothing.histogram);
    EXPECT_FALSE(nothing.values.mean);
    const auto results = scanned(2);
    const GroupFigures figures = find(m_tensors, results.get());
    EXPECT_EQ(figures.health.tensors, 2U);
    ASSERT_EQ(figures.layers.size(), 1U);
    EXPECT_EQ(figures.layers[0].finite, m_values[figures.layers[0].number].size());
    EXPECT_TRUE(figures.histogram);
}

TEST(GroupBlocks, AreLayersOrWhatOneLayerDividesInto)
{
    Checkpoint checkpoint;
    for (const char* const name : {"model.layers.3.experts.0.up", "model.layers.3.experts.0.norm1.weight",
             "model.layers.3.experts.17.up", "model.layers.3.norm1.weight", "model.layers.3.norm2.weight",
             "model.layers.12.experts.0.up", "model.embed.weight"}) {
        Tensor& tensor = checkpoint.tensors.emplace_back();
        tensor.name = name;
    }
    const auto blocks = [&](std::vector<std::uint32_t> tensors, std::string_view path) {
        return GroupBlocks(checkpoint, tensors, path.size(), {});
    };
    const GroupBlocks layers = blocks({0, 1, 2, 3, 4, 5, 6}, "model.");
    EXPECT_EQ(layers.kind(), GroupBlocks::Kind::Layers);
    EXPECT_EQ(layers.numberOf(checkpoint.tensors[5].name), 12U);
    EXPECT_EQ(layers.numberOf(checkpoint.tensors[6].name), std::nullopt);
    const GroupBlocks experts = blocks({0, 1, 2, 3, 4}, "model.layers.3.");
    EXPECT_EQ(experts.kind(), GroupBlocks::Kind::Blocks);
    EXPECT_EQ(experts.numberOf(checkpoint.tensors[2].name), 17U);
    EXPECT_EQ(experts.numberOf(checkpoint.tensors[3].name), std::nullopt);
    EXPECT_EQ(blocks({3, 4}, "model.layers.3.").kind(), GroupBlocks::Kind::None) << "norm1 and norm2 are no blocks";
    EXPECT_EQ(blocks({0, 2}, "").kind(), GroupBlocks::Kind::None) << "of which nobody knows where they begin";
    EXPECT_EQ(blocks({}, "").kind(), GroupBlocks::Kind::None);
}

} // namespace
} // namespace loupe
