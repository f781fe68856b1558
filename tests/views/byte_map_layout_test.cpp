#include "views/byte_map/byte_map_layout.h"

namespace loupe {
namespace {

constexpr std::uint64_t huge = ~std::uint64_t(0);

TEST(ByteMapLayout, ColumnsCoverTheViewWithoutGapOrOverlap)
{
    for (const std::uint64_t total : {std::uint64_t(1), std::uint64_t(7), std::uint64_t(1000), huge}) {
        const ByteMapLayout layout(total, 640);
        EXPECT_EQ(layout.offsetAt(0), 0U);
        EXPECT_EQ(layout.offsetAt(640), total);
        for (int x = 0; x < 640; ++x) {
            ASSERT_LE(layout.offsetAt(x), layout.offsetAt(x + 1));
            ASSERT_FALSE(layout.bytesAt(x).empty());
        }
    }
}

TEST(ByteMapLayout, AColumnAndItsFirstByteFindEachOther)
{
    const ByteMapLayout layout(1'000'000'000'000, 1000);
    EXPECT_EQ(layout.offsetAt(1), 1'000'000'000U);
    EXPECT_EQ(layout.columnOf(1'000'000'000), 1);
    EXPECT_EQ(layout.columnOf(999'999'999), 0);
    EXPECT_EQ(layout.columnOf(1'000'000'000'000), 1000);
    EXPECT_EQ(layout.bytesAt(2), (ByteRange{2'000'000'000, 3'000'000'000}));
}

TEST(ByteMapLayout, AByteMayBeManyColumnsWide)
{
    const ByteMapLayout layout(10, 100);
    for (int x = 0; x < 100; ++x)
        EXPECT_EQ(layout.bytesAt(x), (ByteRange{std::uint64_t(x / 10), std::uint64_t(x / 10 + 1)}));
}

TEST(ByteMapLayout, ZoomKeepsTheByteUnderThePointer)
{
    ByteMapLayout layout(1'000'000, 1000);
    layout.zoomAround(250, 0.5);
    EXPECT_EQ(layout.view(), (ByteRange{125'000, 625'000}));
    EXPECT_EQ(layout.offsetAt(250), 250'000U);
    EXPECT_DOUBLE_EQ(layout.zoom(), 2);
    layout.zoomAround(250, 2);
    EXPECT_EQ(layout.view(), (ByteRange{0, 1'000'000}));
}

TEST(ByteMapLayout, ZoomStopsAtTheWholeAndAtAFewBytes)
{
    ByteMapLayout layout(1 << 20, 800);
    layout.zoomAround(400, 100);
    EXPECT_FALSE(layout.isZoomed());
    for (int i = 0; i < 200; ++i)
        layout.zoomAround(799, 0.5);
    EXPECT_EQ(layout.view().size(), ByteMapLayout::smallestView);
    EXPECT_LE(layout.view().end, layout.total());

    ByteMapLayout tiny(8, 800);
    tiny.zoomAround(0, 0.01);
    EXPECT_EQ(tiny.view(), (ByteRange{0, 8}));
}

TEST(ByteMapLayout, PanStopsAtBothEnds)
{
    ByteMapLayout layout(1000, 100);
    layout.zoomAround(0, 0.5);
    layout.pan(-20);
    EXPECT_EQ(layout.view(), (ByteRange{100, 600}));
    layout.pan(-100'000);
    EXPECT_EQ(layout.view(), (ByteRange{500, 1000}));
    layout.pan(100'000);
    EXPECT_EQ(layout.view(), (ByteRange{0, 500}));
}

TEST(ByteMapLayout, WorksUpToTheLargestFile)
{
    ByteMapLayout layout(huge, 1280);
    layout.zoomAround(1279, 0.001);
    EXPECT_LE(layout.view().end, huge);
    layout.pan(-1'000'000);
    EXPECT_EQ(layout.view().end, huge);
    layout.reset();
    EXPECT_EQ(layout.view(), (ByteRange{0, huge}));
}

TEST(ByteMapLayout, RevealCentresWhatIsOutOfSightAndLeavesTheRest)
{
    ByteMapLayout layout(10'000, 100);
    layout.zoomAround(0, 0.1);
    layout.reveal({100, 200});
    EXPECT_EQ(layout.view(), (ByteRange{0, 1000}));
    layout.reveal({5000, 5100});
    EXPECT_EQ(layout.view(), (ByteRange{4550, 5550}));
    layout.reveal({9999, 10'000});
    EXPECT_EQ(layout.view(), (ByteRange{9000, 10'000}));
}

TEST(ByteMapLayout, AnEmptyFileOrWidthHasStillOneColumn)
{
    const ByteMapLayout layout(0, 0);
    EXPECT_EQ(layout.width(), 1);
    EXPECT_EQ(layout.view(), (ByteRange{0, 1}));
}

} // namespace
} // namespace loupe
