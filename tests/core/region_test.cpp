#include "core/checkpoint.h"
#include "core/incomplete_tensors.h"
#include "core/region.h"
#include "support/temporary_file.h"

namespace loupe {
namespace {

using Kind = RegionKind;
constexpr auto none = Region::noTensor;

/// A checkpoint of one real file of `size` bytes, with a header at [8, 24) whose content ends at byte 20.
struct Fixture {
    test::TemporaryFolder folder;
    Checkpoint checkpoint;

    explicit Fixture(std::uint64_t size, std::vector<ByteRange> tensors)
    {
        const auto path = folder.write("file", std::string(size, 'x'));
        CheckpointFile file;
        file.source = *Source::open(path);
        file.header = {8, 24};
        file.headerContent = {8, 20};
        file.data = {24, size};
        file.tensorCount = static_cast<std::uint32_t>(tensors.size());
        checkpoint.files.push_back(file);
        for (const ByteRange range : tensors) {
            Tensor tensor;
            tensor.bytes = range;
            checkpoint.tensors.push_back(tensor);
        }
    }

    /// The regions after the header.
    std::vector<Region> data() const
    {
        auto regions = tileRegions(checkpoint, 0);
        const std::vector<Region> head(regions.begin(), regions.begin() + 3);
        EXPECT_EQ(head,
            (std::vector<Region>{
                {{0, 8}, Kind::LengthField, none}, {{8, 20}, Kind::Header, none}, {{20, 24}, Kind::Padding, none}}));
        regions.erase(regions.begin(), regions.begin() + 3);
        return regions;
    }
};

TEST(Region, TensorsBackToBack)
{
    EXPECT_EQ(Fixture(40, {{24, 32}, {32, 32}, {32, 40}}).data(),
        (std::vector<Region>{{{24, 32}, Kind::Tensor, 0}, {{32, 40}, Kind::Tensor, 2}}));
}

TEST(Region, HolesAndTrailingBytes)
{
    EXPECT_EQ(Fixture(50, {{28, 32}, {36, 40}}).data(),
        (std::vector<Region>{{{24, 28}, Kind::Hole, none}, {{28, 32}, Kind::Tensor, 0}, {{32, 36}, Kind::Hole, none},
            {{36, 40}, Kind::Tensor, 1}, {{40, 50}, Kind::Trailing, none}}));
}

TEST(Region, OverlapOfNeighbours)
{
    EXPECT_EQ(Fixture(40, {{24, 34}, {30, 40}}).data(),
        (std::vector<Region>{{{24, 30}, Kind::Tensor, 0}, {{30, 34}, Kind::Overlap, 1}, {{34, 40}, Kind::Tensor, 1}}));
}

TEST(Region, ATensorInsideAnother)
{
    EXPECT_EQ(Fixture(40, {{24, 40}, {28, 32}}).data(),
        (std::vector<Region>{{{24, 28}, Kind::Tensor, 0}, {{28, 32}, Kind::Overlap, 1}, {{32, 40}, Kind::Tensor, 0}}));
}

TEST(Region, ManyOnTheSameBytesAreOneOverlap)
{
    EXPECT_EQ(Fixture(40, {{24, 40}, {24, 40}, {24, 40}}).data(), (std::vector<Region>{{{24, 40}, Kind::Overlap, 1}}));
}

TEST(Region, ViewsOfTheSameBytesAreShared)
{
    Fixture f(100, {{24, 60}, {24, 40}, {30, 100}});
    f.checkpoint.files[0].tensorsShare = true;
    EXPECT_EQ(f.data(),
        (std::vector<Region>{{{24, 30}, Kind::Shared, 1}, {{30, 60}, Kind::Shared, 2}, {{60, 100}, Kind::Tensor, 2}}));
    // An overlap with something other than a tensor is a fault, too.
    f.checkpoint.files[0].parts = {{{50, 70}, Kind::Header}};
    const auto regions = tileRegions(f.checkpoint, 0);
    EXPECT_TRUE(std::any_of(regions.begin(), regions.end(), [](const Region& region) {
        return region.kind == Kind::Overlap && region.range.contains(ByteRange{55, 60});
    }));
}

TEST(Region, ThreeStaggered)
{
    EXPECT_EQ(Fixture(44, {{24, 36}, {28, 40}, {32, 44}}).data(),
        (std::vector<Region>{{{24, 28}, Kind::Tensor, 0}, {{28, 32}, Kind::Overlap, 1}, {{32, 40}, Kind::Overlap, 2},
            {{40, 44}, Kind::Tensor, 2}}));
}

TEST(Region, ClaimsPastTheEnd)
{
    EXPECT_EQ(Fixture(40, {{24, 36}, {36, 100}, {200, 300}}).data(),
        (std::vector<Region>{{{24, 36}, Kind::Tensor, 0}, {{36, 40}, Kind::Tensor, 1}, {{40, 100}, Kind::PastTheEnd, 1},
            {{100, 200}, Kind::PastTheEnd, none}, {{200, 300}, Kind::PastTheEnd, 2}}));
}

TEST(Region, WithoutTensorsTheDataAreTrailing)
{
    EXPECT_EQ(Fixture(40, {}).data(), (std::vector<Region>{{{24, 40}, Kind::Trailing, none}}));
}

TEST(Region, AnUnreadableFileIsUnread)
{
    Fixture fixture(40, {});
    fixture.checkpoint.files[0].header = fixture.checkpoint.files[0].headerContent =
        fixture.checkpoint.files[0].data = {};
    EXPECT_EQ(tileRegions(fixture.checkpoint, 0), (std::vector<Region>{{{0, 40}, Kind::Unread, none}}));
}

TEST(Region, RandomClaimsTileTheFileAndCountClaimants)
{
    std::uint64_t random = 88172645463325252;
    const auto next = [&](std::uint64_t bound) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        return random % bound;
    };
    for (int round = 0; round < 500; ++round) {
        std::vector<ByteRange> claims(next(12));
        for (ByteRange& claim : claims) {
            claim.begin = 24 + next(60);
            claim.end = claim.begin + next(20);
        }
        std::stable_sort(claims.begin(), claims.end(), [](auto a, auto b) { return a.begin < b.begin; });
        const std::uint64_t size = 30 + next(60);
        const Fixture fixture(size, claims);
        const auto regions = fixture.data();

        std::uint64_t position = 24;
        for (const Region& region : regions) {
            ASSERT_EQ(region.range.begin, position);
            ASSERT_LT(region.range.begin, region.range.end);
            position = region.range.end;
            for (std::uint64_t byte = region.range.begin; byte < region.range.end; ++byte) {
                const auto claimants =
                    std::count_if(claims.begin(), claims.end(), [&](ByteRange claim) { return claim.contains(byte); });
                const Kind kind = byte >= size      ? Kind::PastTheEnd
                    : claimants > 1                 ? Kind::Overlap
                    : claimants == 1                ? Kind::Tensor
                    : region.kind == Kind::Trailing ? Kind::Trailing
                                                    : Kind::Hole;
                ASSERT_EQ(region.kind, kind) << "byte " << byte;
                if (kind == Kind::Tensor) {
                    ASSERT_TRUE(claims[region.tensor].contains(byte));
                }
            }
        }
        ASSERT_GE(position, size);
    }
}

/// A weight of 4 bytes in the first file claims scales in the second file, before and after those of that file's own
/// weight. The last ones extend beyond the end of the file.
TEST(Region, PiecesThatBeginInAnotherFileAreTheirTensors)
{
    const test::TemporaryFolder folder;
    Checkpoint checkpoint;
    for (std::uint32_t i = 0; i < 2; ++i) {
        CheckpointFile file;
        file.source = *Source::open(folder.write(std::to_string(i), std::string(16, 'x')));
        file.data = {0, 16};
        file.firstTensor = i;
        file.tensorCount = 1;
        checkpoint.files.push_back(file);
        Tensor tensor;
        tensor.dtype = DType::Opaque;
        tensor.file = i;
        tensor.bytes = {0, 4};
        checkpoint.tensors.push_back(tensor);
    }
    constexpr std::uint32_t ofFirstFile = 0U - 1;
    checkpoint.files[1].parts = {{{4, 8}, Kind::Tensor, ofFirstFile}, {{8, 12}, Kind::Tensor, 0},
        {{12, 18}, Kind::Tensor, ofFirstFile}, {{18, 21}, Kind::Tensor, 0}};
    EXPECT_EQ(tileRegions(checkpoint, 1),
        (std::vector<Region>{{{0, 4}, Kind::Tensor, 1}, {{4, 8}, Kind::Tensor, 0}, {{8, 12}, Kind::Tensor, 1},
            {{12, 16}, Kind::Tensor, 0}, {{16, 18}, Kind::PastTheEnd, 0}, {{18, 21}, Kind::PastTheEnd, 1}}));
    const auto incomplete = incompleteTensors(checkpoint);
    ASSERT_EQ(incomplete.size(), 2U);
    EXPECT_EQ(incomplete[0].tensor, 0U);
    EXPECT_EQ(incomplete[0].missing, 2U);
    EXPECT_EQ(incomplete[1].tensor, 1U);
    EXPECT_EQ(incomplete[1].missing, 3U);
}

} // namespace
} // namespace loupe
