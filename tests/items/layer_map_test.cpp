#include "items/compare/layer_map.h"

#include "await.h"
#include "items/compare/layer_text.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace loupe {
namespace {

using test::packedBytes;
using test::Signal;
using testing::HasSubstr;
using testing::Not;

/// A comparison whose outcomes arrive under the test's control.
class Comparison {
public:
    Comparison(const std::filesystem::path& a, const std::filesystem::path& b)
        : paired(openPair(a, b, {}).value())
        , results(std::make_shared<ComparisonResults>(paired))
    {
        EXPECT_TRUE(comparePairs(paired->a, paired->b, paired->pairs, {}, {},
            [this](const TensorPair&, const PairOutcome& outcome) { m_outcomes.push_back(outcome); }));
    }
    void add(std::size_t count)
    {
        for (std::size_t i = 0; i < count && results->lookedAt() < m_outcomes.size(); ++i)
            results->add(paired->pairs[results->lookedAt()], m_outcomes[results->lookedAt()]);
    }

    PairedCheckpointsPtr paired;
    std::shared_ptr<ComparisonResults> results;

private:
    std::vector<PairOutcome> m_outcomes;
};

class LayerMapTest : public testing::Test {
protected:
    void show(const ComparisonResultsPtr& results)
    {
        map.setActive(true);
        map.setResults(results);
        Signal laidOut(&map, &LayerMap::laidOut);
        ASSERT_TRUE(laidOut.await());
    }
    /// The cell of the tensor with this name, on either side or both.
    std::uint32_t cellOf(std::string_view name) const
    {
        const auto& tensors = map.results()->paired()->names->tensors;
        for (std::uint32_t i = 0; i < tensors.size(); ++i) {
            if (tensors[i].name == name)
                return map.grid().cellOf(i);
        }
        ADD_FAILURE() << "no tensor " << name;
        return 0;
    }
    const LayerFigures::Cell& cell(std::string_view name) const { return map.figures().cell(cellOf(name)); }
    std::string text(std::string_view name) const { return cellText(map, cellOf(name)).toStdString(); }

    LayerMap map;
};

TEST_F(LayerMapTest, KnowsWhatTheStructureSaysBeforeAnyValue)
{
    const test::ComparedPair pair;
    const Comparison compared(pair.a(), pair.b());
    show(compared.results);
    EXPECT_EQ(cell("old.bias").sign(), PairStatus::OnlyA);
    EXPECT_EQ(cell("new.bias").sign(), PairStatus::OnlyB);
    EXPECT_EQ(cell("layers.1.q").sign(), PairStatus::ShapeChanged);
    EXPECT_EQ(cell("layers.0.q").waiting(), 1U);
    EXPECT_FALSE(cell("layers.0.q").differs());
    EXPECT_TRUE(cell("norm").dtypeChanged());
    EXPECT_THAT(text("layers.0.q"), HasSubstr("not compared yet"));
    EXPECT_THAT(text("layers.1.q"), HasSubstr("other shape"));
    EXPECT_THAT(text("layers.1.q"), HasSubstr("[2, 2] → [4]"));
    EXPECT_TRUE(map.figures().occurring().waiting);
}

TEST_F(LayerMapTest, FollowsTheComparison)
{
    const test::ComparedPair pair;
    Comparison compared(pair.a(), pair.b());
    show(compared.results);
    Signal changed(&map, &LayerMap::changed);
    compared.add(1);
    map.onResultsAdded(false);
    EXPECT_TRUE(map.isBusy());
    ASSERT_TRUE(changed.await());
    ASSERT_TRUE(cell("layers.0.q").relativeL2());
    EXPECT_DOUBLE_EQ(*cell("layers.0.q").relativeL2(), 2 / std::sqrt(30.0)); // |6 - 4| / |(1, 2, 3, 4)|
    EXPECT_EQ(cell("layers.0.k").waiting(), 1U);
    compared.add(100);
    map.onResultsAdded(true);
    EXPECT_TRUE(cell("layers.0.k").isIdentical());
    EXPECT_TRUE(cell("norm").isIdentical());
    EXPECT_FALSE(map.isBusy());
    EXPECT_THAT(text("layers.0.q"), HasSubstr("relative L2 0.3651"));
    EXPECT_THAT(text("layers.0.q"), HasSubstr("1 (25.0 %) elements differ"));
    EXPECT_THAT(text("norm"), HasSubstr("F32 → F64"));
    const auto occurring = map.figures().occurring();
    EXPECT_FALSE(occurring.waiting);
    EXPECT_TRUE(occurring.identical);
    EXPECT_TRUE(occurring.has(PairStatus::OnlyA));
    EXPECT_FALSE(occurring.has(PairStatus::Changed)); // colors show changes
}

TEST_F(LayerMapTest, WaitsUntilItIsLookedAt)
{
    const test::ComparedPair pair;
    Comparison compared(pair.a(), pair.b());
    map.setResults(compared.results);
    EXPECT_FALSE(map.isBusy());
    EXPECT_EQ(map.grid().cellCount(), 0U);
    compared.add(100);
    map.onResultsAdded(true);
    Signal laidOut(&map, &LayerMap::laidOut);
    map.setActive(true);
    ASSERT_TRUE(laidOut.await());
    EXPECT_EQ(map.grid().cellCount(), 6U);
    EXPECT_TRUE(cell("layers.0.k").isIdentical());
    map.setActive(false);
    map.setResults(nullptr);
    EXPECT_EQ(map.grid().cellCount(), 0U);
}

TEST_F(LayerMapTest, WhatOccursIsThatOfTheCellsPairByPair)
{
    const test::ComparedPair pair;
    Comparison compared(pair.a(), pair.b());
    show(compared.results);
    for (std::uint32_t known = 0; known <= compared.paired->pairs.size(); ++known) {
        LayerFigures::Occurring wanted;
        for (std::uint32_t row = 0; row < map.grid().rowCount(); ++row) {
            bool differs = false;
            for (std::uint32_t number = map.grid().firstCell(row); number < map.grid().endCell(row); ++number) {
                const LayerFigures::Cell& cell = map.figures().cell(number);
                differs = differs || cell.differs();
                if (const auto sign = cell.sign())
                    wanted.statuses = std::uint8_t(wanted.statuses | 1U << static_cast<unsigned>(*sign));
                wanted.waiting = wanted.waiting || cell.waiting() > 0;
                wanted.identical = wanted.identical || cell.isIdentical();
                wanted.nonfiniteDiffer = wanted.nonfiniteDiffer || cell.nonfiniteDiffer();
                wanted.dtypeChanged = wanted.dtypeChanged || cell.dtypeChanged();
            }
            EXPECT_EQ(map.figures().rowDiffers(row), differs) << row << " after " << known;
        }
        EXPECT_EQ(map.figures().occurring(), wanted) << "after " << known;
        compared.add(1);
        map.onResultsAdded(true);
    }
    EXPECT_FALSE(map.figures().occurring().waiting);
}

TEST_F(LayerMapTest, StoppedItLaysOutWhenItIsAsked)
{
    const test::ComparedPair pair;
    const Comparison compared(pair.a(), pair.b());
    map.setActive(true);
    map.setResults(compared.results);
    map.stop();
    EXPECT_TRUE(map.isStopped());
    EXPECT_FALSE(map.error());
    Signal laidOut(&map, &LayerMap::laidOut);
    map.compute();
    ASSERT_TRUE(laidOut.await());
    EXPECT_FALSE(map.isStopped());
    EXPECT_EQ(map.grid().cellCount(), 6U);
}

TEST_F(LayerMapTest, AStoppedFoldingIsThatOfTheGrid)
{
    const test::ComparedPair pair;
    const Comparison compared(pair.a(), pair.b());
    map.setFolding(false);
    show(compared.results);
    map.setFolding(true);
    map.stop();
    EXPECT_FALSE(map.isFolding());
    Signal laidOut(&map, &LayerMap::laidOut);
    map.setFolding(true); // requests something other than the current map
    EXPECT_TRUE(map.isBusy());
    ASSERT_TRUE(laidOut.await());
    EXPECT_TRUE(map.isFolding());
}

TEST_F(LayerMapTest, AFoldedCellSaysTheGravestAndTheLargest)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<test::WantedTensor> a;
    std::vector<test::WantedTensor> b;
    for (const char* const layer : {"0", "1", "2"}) {
        for (int expert = 0; expert < 5; ++expert) {
            const std::string name = std::string("layers.") + layer + ".experts." + std::to_string(expert) + ".w";
            a.push_back({name, "F32", "[2]", packedBytes<float>({3, 4})});
            b.push_back(a.back());
        }
    }
    b[1].bytes = packedBytes<float>({3, 4.5}); // 0.1
    b[3].bytes = packedBytes<float>({3, 6}); // 0.4
    b[6].bytes = packedBytes<float>({3, nan});
    b[7].bytes = packedBytes<float>({3, 40});
    a[12].bytes = packedBytes<float>({0, 0}); // relative to zeros, no figure is defined
    const test::TemporaryFolder folder;
    Comparison compared(
        folder.write("a.safetensors", test::safetensorsOf(a)), folder.write("b.safetensors", test::safetensorsOf(b)));
    compared.add(100);
    show(compared.results);
    ASSERT_EQ(map.grid().cellCount(), 3U);

    const auto& changed = map.figures().cell(0);
    EXPECT_DOUBLE_EQ(changed.relativeL2().value(), 0.4);
    EXPECT_EQ(map.results()->paired()->names->tensors[changed.pair()].name, "layers.0.experts.3.w");
    EXPECT_FALSE(changed.sign());
    EXPECT_EQ(cellName(map, 0), QStringLiteral("layers.0.experts.*.w"));
    EXPECT_EQ(cellText(map, 0), QStringLiteral("5 pairs: 2 changed · largest relative L2 0.4\nlayers.0.experts.3.w"));

    const auto& broken = map.figures().cell(1);
    EXPECT_TRUE(broken.nonfiniteDiffer());
    EXPECT_EQ(map.results()->paired()->names->tensors[broken.pair()].name, "layers.1.experts.1.w");
    EXPECT_THAT(cellText(map, 1).toStdString(), HasSubstr("NaN or Inf on one side only: B: 1"));

    const auto& unmeasured = map.figures().cell(2);
    EXPECT_EQ(unmeasured.sign(), PairStatus::Changed);
    EXPECT_FALSE(unmeasured.relativeL2());
    EXPECT_FALSE(unmeasured.isIdentical());

    Signal laidOut(&map, &LayerMap::laidOut);
    map.setFolding(false);
    ASSERT_TRUE(laidOut.await());
    EXPECT_EQ(map.grid().cellCount(), 15U);
    EXPECT_EQ(cellName(map, cellOf("layers.2.experts.0.w")), QStringLiteral("layers.2.experts.0.w"));
}

} // namespace
} // namespace loupe
