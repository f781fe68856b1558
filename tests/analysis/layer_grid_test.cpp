#include "analysis/comparison/layer_grid.h"

#include "support/made_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace loupe::test {
namespace {

using testing::ElementsAre;
using Lines = std::vector<std::string>;

struct Laid {
    std::shared_ptr<const Checkpoint> checkpoint;
    NameTree tree;
    LayerGrid grid;
};

NameTree::NodeId groupAt(const NameTree& tree, std::string_view path)
{
    for (NameTree::NodeId node = tree.root(); node < tree.nodeCount(); ++node) {
        if (tree.path(node) == path)
            return node;
    }
    ADD_FAILURE() << path;
    return tree.root();
}

/// `within` is the path of a group; empty for the whole tree.
Laid laid(const Lines& names, bool folds = true, std::string_view within = {})
{
    MadeCheckpoint made;
    for (const std::string& name : names)
        made.add(name);
    Laid result{made.take(), {}, {}};
    result.tree = NameTree::build(*result.checkpoint).value();
    result.grid = LayerGrid::build(result.tree, folds, {}, groupAt(result.tree, within)).value();
    return result;
}

/// One line for each series, "path | labels of its columns", and one for each row, "role | tensors in each column".
Lines outline(const Lines& names, bool folds = true, std::string_view within = {})
{
    const Laid shown = laid(names, folds, within);
    Lines lines;
    for (const LayerGrid::Series& series : shown.grid.series()) {
        lines.push_back(series.path + " |");
        for (const LayerGrid::Column& column : shown.grid.columns(series))
            lines.back().append(series.isOutside() ? "" : " ").append(column.label);
        for (std::uint32_t row = series.firstRow; row < series.firstRow + series.rowCount; ++row) {
            lines.push_back(std::string(shown.grid.label(row)) + " |");
            for (std::uint32_t column = 0; column < series.columnCount; ++column) {
                const auto cell = shown.grid.find(row, column);
                lines.back() += ' ' + (cell ? std::to_string(shown.grid.tensors(*cell).size()) : "-");
            }
        }
    }
    return lines;
}

TEST(LayerGrid, WithinABlockItsOwnBlocksAreColumns)
{
    const Lines names{"l.0.e.0.w", "l.0.e.1.w", "l.0.e.1.b", "l.0.q", "l.1.e.0.w", "l.1.e.1.w", "head"};
    EXPECT_THAT(outline(names, false, "l.0"), ElementsAre("l.0.e.* | 0 1", "b | - 1", "w | 1 1", " |", "l.0.q | 1"));
    const Laid shown = laid(names, false, "l.0");
    std::vector<std::uint32_t> cells;
    for (std::uint32_t tensor = 0; tensor < names.size(); ++tensor)
        cells.push_back(shown.grid.cellOf(tensor));
    const std::uint32_t none = LayerGrid::none;
    EXPECT_THAT(cells, ElementsAre(1, 2, 0, 3, none, none, none));
    EXPECT_THAT(
        outline(names, false, "l"), ElementsAre("l.* | 0 1", "e.0.w | 1 1", "e.1.b | 1 -", "e.1.w | 1 1", "q | 1 -"));
}

TEST(LayerGrid, HasBlocksAsColumnsAndRolesAsRows)
{
    EXPECT_THAT(outline({"model.layers.10.mlp.up.weight", "model.layers.2.mlp.up.weight", "lm_head.weight",
                    "model.layers.0.attn.q.weight", "model.layers.0.mlp.up.weight", "model.norm.weight"}),
        ElementsAre("model.layers.* | 0 2 10", "attn.q.weight | 1 - -", "mlp.up.weight | 1 1 1", " |",
            "lm_head.weight | 1", "model.norm.weight | 1"));
}

TEST(LayerGrid, HasASeriesForEachStack)
{
    EXPECT_THAT(outline({"encoder/0/w", "encoder/1/w", "decoder/0/w", "decoder/1/w", "decoder/2/x"}),
        ElementsAre("decoder/* | 0 1 2", "w | 1 1 -", "x | - - 1", "encoder/* | 0 1", "w | 1 1"));
}

TEST(LayerGrid, ANumberBesideNoOtherIsNoBlock)
{
    EXPECT_THAT(outline({"model.0.layers.0.w", "model.0.layers.1.w", "head.0.w"}),
        ElementsAre("model.0.layers.* | 0 1", "w | 1 1", " |", "head.0.w | 1"));
}

TEST(LayerGrid, BlocksMayBePartsThatEndInNumbersWhereThereAreNoOthers)
{
    EXPECT_THAT(outline({"bert/layer_0/kernel", "bert/layer_10/kernel", "bert/layer_9/kernel", "bert/layer_9/bias"}),
        ElementsAre("bert/layer_* | 0 9 10", "bias | - 1 -", "kernel | 1 1 1"));
    EXPECT_THAT(outline({"layer1.0.conv1.w", "layer1.1.conv1.w", "layer2.0.conv1.w", "layer2.1.conv1.w", "conv1.w"}),
        ElementsAre("layer1.* | 0 1", "conv1.w | 1 1", "layer2.* | 0 1", "conv1.w | 1 1", " |", "conv1.w | 1"));
}

TEST(LayerGrid, FoldsWhatRepeatsInsideOfABlockManyTimes)
{
    Lines names;
    for (const char* const layer : {"layers.0.", "layers.1."}) {
        for (int expert = 0; expert < 8; ++expert) {
            names.push_back(layer + ("experts." + std::to_string(expert)) + ".w1");
            names.push_back(layer + ("experts." + std::to_string(expert)) + ".w2");
        }
        names.push_back(std::string(layer) + "gate");
    }
    names.push_back("layers.1.experts.8.w1");
    EXPECT_THAT(
        outline(names), ElementsAre("layers.* | 0 1", "experts.*.w1 | 8 9", "experts.*.w2 | 8 8", "gate | 1 1"));
    EXPECT_TRUE(laid(names).grid.canFold());
    const Lines unfolded = outline(names, false);
    ASSERT_EQ(unfolded.size(), 1 + 17 + 1U);
    EXPECT_EQ(unfolded[1], "experts.0.w1 | 1 1");
    EXPECT_EQ(unfolded[9], "experts.8.w1 | - 1") << "a role of all experts stands together";
    EXPECT_EQ(unfolded[10], "experts.0.w2 | 1 1");
    EXPECT_EQ(unfolded[18], "gate | 1 1");
    EXPECT_TRUE(laid(names, false).grid.canFold());
}

TEST(LayerGrid, ATensorOfAFoldedRoleKeepsItsPlaceInTheOrderOfNumbers)
{
    Lines names;
    for (const int expert : {10, 9, 3, 2, 1})
        names.push_back("layers.0.experts." + std::to_string(expert) + ".w");
    names.push_back("layers.1.norm");
    const Laid shown = laid(names);
    EXPECT_THAT(shown.grid.tensors(*shown.grid.find(0, 0)), ElementsAre(4, 3, 2, 1, 0));
}

TEST(LayerGrid, TwoOrThreeSubLayersAreRolesOfTheirOwn)
{
    EXPECT_THAT(outline({"block.0.layer.0.norm", "block.0.layer.1.norm", "block.1.layer.0.norm"}),
        ElementsAre("block.* | 0 1", "layer.0.norm | 1 1", "layer.1.norm | 1 -"));
    EXPECT_FALSE(laid({"block.0.layer.0.norm", "block.0.layer.1.norm", "block.1.layer.0.norm"}).grid.canFold());
}

TEST(LayerGrid, WhatIsOutsideStandsTogetherByGroup)
{
    EXPECT_THAT(outline({"conv.weight", "conv.bias", "conv.deep.weight", "flat"}),
        ElementsAre(" |", "conv.* | 1 1", "conv.deep.weight | 1 -", "flat | 1 -"));
    Lines names;
    for (int i = 0; i < 100; ++i)
        names.push_back("name" + std::to_string(i));
    const Laid shown = laid(names);
    ASSERT_EQ(shown.grid.rowCount(), 4U); // 32 + 32 + 32 + 4
    EXPECT_EQ(shown.grid.label(0), "*");
    EXPECT_EQ(shown.grid.label(1), "");
    EXPECT_EQ(shown.grid.endCell(3) - shown.grid.firstCell(3), 4U);
    EXPECT_EQ(shown.grid.cellOf(99), 99U);
}

TEST(LayerGrid, NothingIsAnEmptyGrid)
{
    const LayerGrid none;
    EXPECT_EQ(none.rowCount(), 0U);
    EXPECT_EQ(none.cellCount(), 0U);
    EXPECT_THAT(outline({}), ElementsAre());
}

TEST(LayerGrid, HoldsEveryTensorOnceWhateverItsName)
{
    std::mt19937 random(5);
    const Lines parts{"0", "1", "2", "10", "a", "b", "layer_0", "layer_1", "", "007", "x3"};
    for (int round = 0; round < 200; ++round) {
        Lines names;
        for (unsigned i = 0; i < 40; ++i) {
            std::string name = parts[random() % parts.size()];
            for (auto more = random() % 5; more > 0; --more)
                name += (random() % 4 == 0 ? '/' : '.') + parts[random() % parts.size()];
            names.push_back(name);
        }
        const Laid shown = laid(names, round % 2 == 0);
        const LayerGrid& grid = shown.grid;
        std::vector<int> times(names.size());
        for (std::uint32_t cell = 0; cell < grid.cellCount(); ++cell) {
            const std::uint32_t row = grid.rowOf(cell);
            ASSERT_EQ(grid.find(row, grid.columnOf(cell)), cell);
            ASSERT_LT(grid.columnOf(cell), grid.seriesOf(row).columnCount);
            ASSERT_FALSE(grid.tensors(cell).empty());
            for (const std::uint32_t tensor : grid.tensors(cell)) {
                ++times[tensor];
                ASSERT_EQ(grid.cellOf(tensor), cell);
                if (!grid.seriesOf(row).isOutside()) { // it is inside the block of its column
                    const auto block = grid.columns(grid.seriesOf(row))[grid.columnOf(cell)].block;
                    ASSERT_TRUE(names[tensor].starts_with(std::string(shown.tree.path(block))));
                }
            }
        }
        EXPECT_EQ(times, std::vector<int>(names.size(), 1));
    }
}

TEST(LayerGrid, RolesBeyondTheMostAreOneRow)
{
    Lines names;
    for (std::uint32_t i = 0; i < LayerGrid::mostRoles + 3; ++i)
        names.push_back("l." + std::to_string(i % 2) + ".r" + std::to_string(i));
    const Laid shown = laid(names);
    ASSERT_EQ(shown.grid.rowCount(), LayerGrid::mostRoles + 1);
    ASSERT_TRUE(shown.grid.series().front().hasRest);
    EXPECT_FALSE(shown.grid.isRest(LayerGrid::mostRoles - 1));
    ASSERT_TRUE(shown.grid.isRest(LayerGrid::mostRoles));
    EXPECT_EQ(shown.grid.label(LayerGrid::mostRoles), "*");
    EXPECT_EQ(shown.grid.label(0), "r0");
    EXPECT_EQ(shown.grid.label(1), "r1") << "natural order over both blocks";
    // Block 0 comes first, so the last three roles of block 1 have no row.
    const std::uint32_t cell = shown.grid.firstCell(LayerGrid::mostRoles);
    EXPECT_EQ(shown.grid.endCell(LayerGrid::mostRoles), cell + 1);
    EXPECT_EQ(shown.grid.columnOf(cell), 1U);
    std::vector<std::string_view> rest;
    for (const std::uint32_t tensor : shown.grid.tensors(cell))
        rest.push_back(shown.checkpoint->tensors[tensor].name);
    EXPECT_THAT(rest, ElementsAre("l.1.r16381", "l.1.r16383", "l.1.r16385"));
    Lines few(names.begin(), names.begin() + LayerGrid::mostRoles);
    EXPECT_FALSE(laid(few).grid.series().front().hasRest);
}

TEST(LayerGrid, CanBeStopped)
{
    std::stop_source stop;
    stop.request_stop();
    const auto built = LayerGrid::build(laid({"a.0.w", "a.1.w"}).tree, true, {.stop = stop.get_token()});
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().code, ErrorCode::Stopped);
}

} // namespace
} // namespace loupe::test
