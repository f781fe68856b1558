#include "views/byte_map/byte_map_cells.h"

#include "views/colors/theme.h"

namespace loupe {
namespace {

/// Regions one after the other, from their sizes.
RegionList regionsOf(const std::vector<std::pair<RegionKind, std::uint64_t>>& sizes)
{
    std::vector<Region> regions;
    std::uint64_t offset = 0;
    std::uint32_t tensor = 0;
    for (const auto& [kind, size] : sizes) {
        const bool isTensor = kind == RegionKind::Tensor;
        regions.push_back({{offset, offset + size}, kind, isTensor ? tensor++ : Region::noTensor});
        offset += size;
    }
    return RegionList(regions);
}

std::uint64_t totalOf(const RegionList& regions)
{
    return regions.empty() ? 0 : regions.all().back().range.end;
}

int columnsOf(const std::vector<ByteMapCell>& cells, std::uint32_t region)
{
    return int(std::count_if(cells.begin(), cells.end(), [&](ByteMapCell cell) { return cell.region == region; }));
}

TEST(ByteMapCells, AreToScale)
{
    const auto regions = regionsOf({{RegionKind::Header, 100}, {RegionKind::Tensor, 300}, {RegionKind::Tensor, 600}});
    const auto cells = ByteMapFile(regions).cells({1000, 100});
    EXPECT_EQ(columnsOf(cells, 0), 10);
    EXPECT_EQ(columnsOf(cells, 1), 30);
    EXPECT_EQ(columnsOf(cells, 2), 60);
    EXPECT_EQ(cells[9].region, 0U);
    EXPECT_EQ(cells[10].region, 1U);
    EXPECT_EQ(cells[40].region, 2U);
}

TEST(ByteMapCells, EveryFaultIsSeenHoweverSmall)
{
    for (const RegionKind kind :
        {RegionKind::Hole, RegionKind::Overlap, RegionKind::Trailing, RegionKind::PastTheEnd, RegionKind::Unread}) {
        const auto regions = regionsOf({{RegionKind::Header, 64}, {RegionKind::Tensor, 1ULL << 40}, {kind, 1},
            {RegionKind::Tensor, 1ULL << 40}, {kind, 1}});
        const auto cells = ByteMapFile(regions).cells({totalOf(regions), 640});
        EXPECT_GE(columnsOf(cells, 2), 2) << regionKindName(kind);
        EXPECT_GE(columnsOf(cells, 4), 2) << regionKindName(kind);
        EXPECT_GE(columnsOf(cells, 0), 2) << regionKindName(kind);
    }
}

TEST(ByteMapCells, AFaultComesBeforeTheHeaderBesideIt)
{
    const auto regions = regionsOf({{RegionKind::Header, 64}, {RegionKind::Hole, 8}, {RegionKind::Tensor, 1ULL << 40}});
    const auto cells = ByteMapFile(regions).cells({totalOf(regions), 640});
    EXPECT_EQ(cells[0].region, 1U);
    EXPECT_EQ(cells[0].count, 3U);
    EXPECT_EQ(columnsOf(cells, 1), 2);
}

TEST(ByteMapCells, TensorsShareAColumnByTheirBytes)
{
    const auto regions = regionsOf({{RegionKind::Tensor, 10}, {RegionKind::Tensor, 80}, {RegionKind::Tensor, 10}});
    const auto cells = ByteMapFile(regions).cells({100, 1});
    EXPECT_EQ(cells[0].region, 1U);
    EXPECT_EQ(cells[0].count, 3U);
}

TEST(ByteMapCells, WhatAFilterKeepsIsSeenAmongMany)
{
    std::vector<std::pair<RegionKind, std::uint64_t>> sizes(10'000, {RegionKind::Tensor, 10});
    sizes[5555].second = 1;
    const auto regions = regionsOf(sizes);
    const ByteMapLayout layout(totalOf(regions), 100);
    TensorSet kept(10'000);
    for (const std::uint32_t tensor : {0U, 5555U, 9999U})
        kept.insert(tensor);
    const auto cells = ByteMapFile(regions).cells(layout, {}, &kept);
    for (const std::uint32_t tensor : {0U, 5555U, 9999U})
        EXPECT_EQ(columnsOf(cells, tensor), 1) << tensor;
    const auto all = ByteMapFile(regions).cells(layout);
    for (std::size_t x = 0; x < cells.size(); ++x) {
        const bool isKept = kept.contains(regions.all()[cells[x].region].tensor);
        EXPECT_TRUE(isKept || cells[x].region == all[x].region) << "other columns are as they were";
    }
}

/// Fewer tensors than are sampled, as many as are compared in full, and more; the largest is the last one.
TEST(ByteMapCells, AFilterThatKeepsAllChangesNothing)
{
    for (const std::uint32_t count : {10U, 20U, 64U, 500U}) {
        std::vector<std::pair<RegionKind, std::uint64_t>> sizes(count, {RegionKind::Tensor, 10});
        sizes.back().second = 20;
        const auto regions = regionsOf(sizes);
        TensorSet kept(count);
        for (std::uint32_t tensor = 0; tensor < count; ++tensor)
            kept.insert(tensor);
        const ByteMapLayout layout(totalOf(regions), 1);
        EXPECT_EQ(ByteMapFile(regions).cells(layout, {}, &kept).front().region, count - 1) << count;
        EXPECT_EQ(ByteMapFile(regions).cells(layout).front().region, count - 1) << count;
    }
}

/// One that is hidden is the largest of all.
TEST(ByteMapCells, TheLargestOfThoseThatAFilterKeepsIsShown)
{
    constexpr std::uint32_t count = 40;
    std::vector<std::pair<RegionKind, std::uint64_t>> sizes(count, {RegionKind::Tensor, 10});
    sizes[3].second = 30;
    sizes[35].second = 20;
    const auto regions = regionsOf(sizes);
    TensorSet kept(count);
    for (std::uint32_t tensor = 4; tensor < count; ++tensor)
        kept.insert(tensor);
    const auto cells = ByteMapFile(regions).cells({totalOf(regions), 1}, {}, &kept);
    EXPECT_EQ(cells.front().region, 35U);
}

TEST(ByteMapCells, AShorterShardLeavesTheRestEmpty)
{
    const auto regions = regionsOf({{RegionKind::Tensor, 500}});
    const auto cells = ByteMapFile(regions).cells({1000, 10});
    EXPECT_EQ(columnsOf(cells, 0), 5);
    EXPECT_EQ(columnsOf(cells, ByteMapCell::nothing), 5);
}

TEST(ByteMapCells, NothingComesOfNoRegions)
{
    const RegionList none;
    const ByteMapFile file(none);
    EXPECT_EQ(file.regionAt(0), ByteMapCell::nothing);
    EXPECT_EQ(columnsOf(file.cells({1, 8}), ByteMapCell::nothing), 8);
}

TEST(ByteMapCells, ZoomedInEveryRegionIsFound)
{
    const auto regions =
        regionsOf({{RegionKind::Tensor, 1ULL << 30}, {RegionKind::Tensor, 4}, {RegionKind::Tensor, 60}});
    ByteMapLayout layout(totalOf(regions), 640);
    for (int i = 0; i < 100; ++i)
        layout.zoomAround(640, 0.5);
    EXPECT_EQ(columnsOf(ByteMapFile(regions).cells(layout), 1), 40);
}

TEST(ByteMapCells, AMillionRegionsAgreeWithALookAtEachByte)
{
    std::vector<std::pair<RegionKind, std::uint64_t>> sizes{{RegionKind::Header, 4096}};
    for (int i = 0; i < 1'000'000; ++i)
        sizes.emplace_back(i == 700'000 ? RegionKind::Hole : RegionKind::Tensor, 16 + 8 * std::uint64_t(i % 3));
    const auto regions = regionsOf(sizes);
    const ByteMapFile file(regions);
    const ByteMapLayout layout(totalOf(regions), 1200);
    const auto cells = file.cells(layout);
    for (int x = 0; x < layout.width(); ++x) {
        const ByteMapCell cell = cells[std::size_t(x)];
        ASSERT_NE(cell.region, ByteMapCell::nothing);
        if (regions.all()[cell.region].kind == RegionKind::Tensor) {
            ASSERT_FALSE(intersect(regions.all()[cell.region].range, layout.bytesAt(x)).empty());
        }
    }
    EXPECT_GE(columnsOf(cells, 700'001), 2);
    EXPECT_EQ(file.regionAt(4095), 0U);
    EXPECT_EQ(file.regionAt(4096), 1U);
    EXPECT_EQ(file.regionAt(totalOf(regions)), ByteMapCell::nothing);
}

} // namespace
} // namespace loupe
