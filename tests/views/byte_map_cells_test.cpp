#include "views/byte_map/byte_map_cells.h"

#include "views/colors/theme.h"

namespace loupe {
namespace {

/// Makes consecutive regions of the given sizes.
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

/// The layout of torch.distributed.checkpoint: each tensor is preceded and followed by a header.
RegionList betweenHeaders(std::uint32_t tensors, std::uint64_t header, std::uint64_t size)
{
    std::vector<std::pair<RegionKind, std::uint64_t>> sizes;
    for (std::uint32_t tensor = 0; tensor < tensors; ++tensor)
        sizes.insert(sizes.end(),
            {{RegionKind::Header, header / 2}, {RegionKind::Tensor, size}, {RegionKind::Header, header - header / 2}});
    return regionsOf(sizes);
}

int columnsOfTensors(const RegionList& regions, const std::vector<ByteMapCell>& cells)
{
    return int(std::ranges::count_if(
        cells, [&](ByteMapCell cell) { return regions.all()[cell.region].kind == RegionKind::Tensor; }));
}

/// Several tensors per column, several columns per tensor, and more tensors than are compared in full.
TEST(ByteMapCells, HeadersBetweenTensorsShareAColumnByTheirBytes)
{
    for (const std::uint32_t tensors : {20U, 400U, 1'000U, 7'000U, 12'321U}) {
        const auto large = betweenHeaders(tensors, 700, 3'000'000);
        EXPECT_GE(columnsOfTensors(large, ByteMapFile(large).cells({totalOf(large), 200})), 196)
            << tensors << ": only the first and the last header are widened";
        const auto small = betweenHeaders(tensors, 700, 30);
        EXPECT_LE(columnsOfTensors(small, ByteMapFile(small).cells({totalOf(small), 200})), 20) << tensors;
    }
}

TEST(ByteMapCells, HeadersOfTheEndsAreSeenHoweverSmall)
{
    const auto regions = regionsOf({{RegionKind::LengthField, 8}, {RegionKind::Header, 80},
        {RegionKind::Tensor, 1ULL << 40}, {RegionKind::Header, 64}, {RegionKind::Tensor, 1ULL << 40},
        {RegionKind::Header, 90}, {RegionKind::Padding, 8}});
    const auto cells = ByteMapFile(regions).cells({totalOf(regions), 640});
    for (std::uint32_t region = 0; region < 7; ++region) {
        const int least = region == 2 || region == 4 ? 300 : region == 1 || region == 5 ? 2 : 0;
        EXPECT_GE(columnsOf(cells, region), least) << region;
    }
    EXPECT_EQ(columnsOf(cells, 3), 0) << "between tensors";
    EXPECT_EQ(columnsOfTensors(regions, cells), 636);
}

/// The tensors' order in the file differs from that of their indices.
TEST(ByteMapCells, WhatAFilterKeepsIsSeenAmongHeaders)
{
    constexpr std::uint32_t count = 1'000;
    const auto ordered = betweenHeaders(count, 60, 100);
    std::vector<Region> shuffled(ordered.all().begin(), ordered.all().end());
    const auto numberOf = [](std::uint32_t place) { return place * 7 % count; };
    for (Region& region : shuffled)
        region.tensor = region.kind == RegionKind::Tensor ? numberOf(region.tensor) : Region::noTensor;
    const RegionList regions(shuffled);
    TensorSet kept(count);
    for (const std::uint32_t place : {100U, 500U, 900U})
        kept.insert(numberOf(place));
    const auto cells = ByteMapFile(regions).cells({totalOf(regions), 50}, {}, &kept);
    EXPECT_EQ(columnsOf(cells, 3 * 100 + 1) + columnsOf(cells, 3 * 500 + 1) + columnsOf(cells, 3 * 900 + 1), 3);
    TensorSet all(count);
    for (std::uint32_t tensor = 0; tensor < count; ++tensor)
        all.insert(tensor);
    EXPECT_GE(columnsOfTensors(regions, ByteMapFile(regions).cells({totalOf(regions), 50}, {}, &all)), 46);
}

/// Ranks are only requested for tensors.
TEST(ByteMapCells, ATensorOfAHigherRankIsSeenAmongHeaders)
{
    const auto regions = betweenHeaders(300, 700, 100);
    const auto rank = [](std::uint8_t of150) {
        return [of150](std::uint32_t tensor) {
            EXPECT_LT(tensor, 300U);
            return tensor == 150 ? of150 : std::uint8_t{1};
        };
    };
    const ByteMapLayout layout(totalOf(regions), 30);
    EXPECT_EQ(columnsOf(ByteMapFile(regions).cells(layout, rank(9)), 3 * 150 + 1), 1);
    EXPECT_EQ(columnsOfTensors(regions, ByteMapFile(regions).cells(layout, rank(9))), 1);
    EXPECT_EQ(columnsOfTensors(regions, ByteMapFile(regions).cells(layout, rank(1))), 0) << "headers have more bytes";
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

/// Fewer tensors than are sampled, as many as are compared in full, and more. The last one is the largest.
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

/// The filter hides the largest tensor.
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
