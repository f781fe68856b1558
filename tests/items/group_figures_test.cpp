#include "items/tree/group_figures.h"

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

/// Layers of two tensors each, one of them with a large mean and a NaN; beside them a tensor of no layer.
class GroupFiguresTest : public testing::Test {
protected:
    GroupFiguresTest()
    {
        for (int layer : {0, 1, 10}) {
            std::vector<float>& values = m_values[std::uint64_t(layer)];
            for (const char* const name : {".q.weight", ".norm.weight"}) {
                std::vector<float> one(name[1] == 'q' ? 64 : 8);
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
        const test::TemporaryFolder folder;
        m_opened = openForViewing(folder.write("made.safetensors", start + m_header + m_data), {}).value();
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
    /// What a scan finds in the first `count` tensors.
    std::shared_ptr<HealthResults> scanned(std::size_t count)
    {
        auto results = std::make_shared<HealthResults>(std::uint32_t(m_tensors.size()));
        EXPECT_TRUE(scanHealth(m_opened->checkpoint, std::span(m_tensors).first(count), {},
            [&](std::uint32_t tensor, const Result<Health>& health) { results->add(*m_opened, tensor, health); }));
        return results;
    }

    std::string m_header = "{";
    std::string m_data;
    std::map<std::uint64_t, std::vector<float>> m_values; ///< finite ones, by layer
    OpenedCheckpointPtr m_opened;
    std::vector<std::uint32_t> m_tensors;
};

TEST_F(GroupFiguresTest, LayersAreThoseOfAllTheirValues)
{
    const auto results = scanned(m_tensors.size());
    const GroupFigures figures = findGroupFigures(*m_opened->checkpoint, m_tensors, results.get(), {}, {});
    ASSERT_EQ(figures.layers.size(), m_values.size());
    auto layer = figures.layers.begin();
    for (const auto& [number, values] : m_values) {
        const double count = double(values.size());
        const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
        double squares = 0;
        double deviations = 0;
        double largest = 0;
        for (const double value : values) {
            squares += value * value;
            deviations += (value - mean) * (value - mean);
            largest = std::max(largest, std::abs(value));
        }
        EXPECT_EQ(layer->number, number);
        EXPECT_EQ(layer->finite, values.size());
        EXPECT_NEAR(layer->mean, mean, 1e-9 * std::abs(mean));
        EXPECT_NEAR(layer->rms, std::sqrt(squares / count), 1e-9 * layer->rms);
        EXPECT_NEAR(layer->standardDeviation, std::sqrt(deviations / count), 1e-9 * layer->standardDeviation);
        EXPECT_EQ(layer->largest, largest);
        EXPECT_EQ(layer->nonfinite, number == 10 ? 1U : 0U);
        ++layer;
    }
    EXPECT_EQ(figures.health.nan, 1U);
    EXPECT_EQ(figures.health.tensors, m_tensors.size());
}

TEST_F(GroupFiguresTest, KnowsAsMuchAsTheScan)
{
    EXPECT_TRUE(findGroupFigures(*m_opened->checkpoint, m_tensors, nullptr, {}, {}).layers.empty());
    const auto results = scanned(2);
    const GroupFigures figures = findGroupFigures(*m_opened->checkpoint, m_tensors, results.get(), {}, {});
    EXPECT_EQ(figures.health.tensors, 2U);
    ASSERT_EQ(figures.layers.size(), 1U);
    EXPECT_EQ(figures.layers[0].finite, m_values[figures.layers[0].number].size());
}

TEST_F(GroupFiguresTest, CountsWhatIsStagedInTheGroupAlone)
{
    StagedEdits edits(m_opened->checkpoint);
    edits.rename(0, "first");
    edits.cast({0, 1}, DType::BF16);
    edits.remove({2});
    edits.remove({5});
    const std::vector<std::uint32_t> group{0, 1, 2, 3};
    const GroupFigures figures = findGroupFigures(*m_opened->checkpoint, group, nullptr, edits, {});
    EXPECT_EQ(figures.staged, (ChangeTotals{.renamed = 1, .cast = 2, .deleted = 1, .metadata = 0}));
}

} // namespace
} // namespace loupe
