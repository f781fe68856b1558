#include "views/heat_map/heat_map_layout.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

constexpr std::uint64_t huge = std::uint64_t{1} << 40;

TEST(HeatMapLayout, FitsAllOfIt)
{
    HeatMapLayout layout(200, 1000, {500, 400});
    EXPECT_TRUE(layout.isFit());
    EXPECT_EQ(layout.visible(), (SliceWindow{0, 0, 200, 1000}));
    EXPECT_EQ(layout.wanted(1), (GridShape{{0, 0, 200, 1000}, 1, 2}));
    EXPECT_EQ(layout.cellAt({0, 0}), (Slice::Cell{0, 0}));
    EXPECT_EQ(layout.cellAt({499.9, 399.9}), (Slice::Cell{199, 999}));
    EXPECT_FALSE(layout.cellAt({-1, 0}));
    EXPECT_FALSE(layout.cellAt({0, 401}));
    layout.setPlot({1000, 400});
    EXPECT_TRUE(layout.isFit());
    EXPECT_EQ(layout.wanted(1).columnStep, 1U);
    EXPECT_EQ(layout.wanted(0.5).columnStep, 1U) << "no cell is less than an element";
}

TEST(RulerMarks, OfAFoldedTensorStandAtRoundNumbers)
{
    const auto numbers = [](const std::vector<RulerMark>& marks) {
        std::vector<std::uint64_t> list;
        for (const RulerMark& mark : marks)
            list.push_back(mark.number);
        return list;
    };
    using Numbers = std::vector<std::uint64_t>;
    // 100 rows of 317 elements, 2 pixels each: 10,000 elements are 63 pixels.
    const auto marks = rulerMarks(0, 100, 317, 2, 40);
    EXPECT_EQ(numbers(marks), (Numbers{0, 10'000, 20'000, 30'000}));
    EXPECT_DOUBLE_EQ(marks[1].at, 10'000 / 317.0) << "in the row that has it";
    EXPECT_EQ(numbers(rulerMarks(50, 50, 317, 2, 40)), (Numbers{20'000, 30'000}));
    EXPECT_EQ(numbers(rulerMarks(0, 3, 317, 50, 40)), (Numbers{0, 317, 634})) << "each row has room for its own";
    EXPECT_EQ(numbers(rulerMarks(0, 100, 1, 2, 40)), (Numbers{0, 20, 40, 60, 80}));
    EXPECT_DOUBLE_EQ(rulerMarks(0, 10, 1, 50, 40)[3].at, 3.5) << "in the middle of a large place";
}

TEST(HeatMapLayout, FewElementsDoNotGrowBeyondSense)
{
    const HeatMapLayout layout(1, 2, {1000, 800});
    EXPECT_EQ(layout.toRect({0, 0, 1, 2}), QRectF(0, 0, 2 * HeatMapLayout::largestCell, HeatMapLayout::largestCell));
    EXPECT_FALSE(layout.cellAt({500, 10}));
}

TEST(HeatMapLayout, ZoomKeepsThePlaceUnderThePointer)
{
    HeatMapLayout layout(huge, huge, {800, 600});
    const QPointF pointer(300, 200);
    for (int i = 0; i < 200; ++i) {
        const auto before = layout.cellAt(pointer);
        layout.zoom(1.5, pointer);
        const auto after = layout.cellAt(pointer);
        ASSERT_TRUE(before && after);
        const double tolerance = 2 + 1 / layout.scaleX();
        ASSERT_NEAR(double(after->column), double(before->column), tolerance);
        ASSERT_NEAR(double(after->row), double(before->row), tolerance);
    }
    EXPECT_EQ(layout.scaleX(), HeatMapLayout::largestCell);
    EXPECT_EQ(layout.wanted(1).columnStep, 1U);
    EXPECT_LE(layout.visible().columns, 10U);
    for (int i = 0; i < 200; ++i)
        layout.zoom(1 / 1.5, pointer);
    EXPECT_TRUE(layout.isFit());
}

TEST(HeatMapLayout, TheLastElementsAreDrawn)
{
    for (std::uint64_t length = 1; length < 6000; length += 7) {
        for (const double width : {119.05, 357.0, 700.5}) {
            const HeatMapLayout layout(length, length, {width, width});
            const GridShape shape = layout.wanted(1);
            const std::uint64_t rest = length % shape.columnStep;
            EXPECT_TRUE(rest == 0 || double(rest) * layout.scaleX() >= 1 - 1e-6) << length << " in " << width;
            EXPECT_EQ(shape.rowStep, shape.columnStep);
        }
    }
}

TEST(HeatMapLayout, CellsStayWhereTheyAreWhilePanning)
{
    HeatMapLayout layout(100'000, 100'000, {800, 600});
    layout.zoom(10, {400, 300});
    const GridShape before = layout.wanted(1);
    EXPECT_GT(before.columnStep, 1U);
    layout.pan({-123, -77});
    const GridShape after = layout.wanted(1);
    EXPECT_EQ(after.columnStep, before.columnStep);
    EXPECT_EQ(after.window.firstColumn % after.columnStep, 0U);
    EXPECT_EQ(after.window.firstRow % after.rowStep, 0U);
    EXPECT_GT(after.window.firstColumn, before.window.firstColumn);
    layout.pan({1e9, 1e9});
    EXPECT_EQ(layout.visible().firstColumn, 0U);
    layout.pan({-1e9, -1e9});
    EXPECT_EQ(layout.visible().firstColumn + layout.visible().columns, 100'000U);
}

TEST(HeatMapLayout, ShowsAnElementThatIsAsked)
{
    HeatMapLayout layout(100'000, 100'000, {800, 600});
    layout.zoom(1000, {0, 0});
    layout.show({77'777, 5});
    const SliceWindow visible = layout.visible();
    EXPECT_LE(visible.firstRow, 77'777U);
    EXPECT_GT(visible.firstRow + visible.rows, 77'777U);
    EXPECT_LE(visible.firstColumn, 5U);
}

TEST(HeatMapLayout, CellsAreBounded)
{
    const GridShape shape = HeatMapLayout(huge, huge, {7680, 4320}).wanted(0.25);
    EXPECT_LE(shape.rows(), HeatMapLayout::mostCells);
    EXPECT_LE(shape.columns(), HeatMapLayout::mostCells);
}

TEST(HeatMapLayout, NothingIsEmpty)
{
    HeatMapLayout layout(0, 0, {800, 600});
    layout.zoom(2, {1, 1});
    layout.pan({1, 1});
    EXPECT_TRUE(layout.visible().empty());
    EXPECT_TRUE(layout.wanted(1).window.empty());
    EXPECT_TRUE(HeatMapLayout(5, 5, {}).empty());
}

TEST(HeatMapLayout, FollowsOneOfAnotherSize)
{
    HeatMapLayout leader(2000, 1000, {500, 400});
    HeatMapLayout follower(2000, 1000, {125, 800});
    leader.zoom(10, {500, 100});
    follower.follow(leader);
    EXPECT_EQ(follower.visible(), leader.visible());
    leader.pan({-40, 30});
    follower.follow(leader);
    EXPECT_EQ(follower.visible(), leader.visible());
    leader.fit();
    follower.follow(leader);
    EXPECT_TRUE(follower.isFit());
    follower.zoom(4, {0, 0});
    const SliceWindow before = follower.visible();
    follower.follow(HeatMapLayout(3, 1000, {500, 400}));
    EXPECT_EQ(follower.visible(), before) << "another table is nothing to follow";
}

TEST(HeatMapLayout, AFollowerMayShowLargerCells)
{
    HeatMapLayout leader(100, 100, {200, 200});
    HeatMapLayout follower(100, 100, {400, 800});
    leader.zoom(1000, {0, 0});
    EXPECT_EQ(leader.scaleX(), HeatMapLayout::largestCell);
    follower.follow(leader);
    EXPECT_EQ(follower.scaleX(), 2 * HeatMapLayout::largestCell);
    EXPECT_EQ(follower.scaleY(), 4 * HeatMapLayout::largestCell);
    EXPECT_EQ(follower.visible(), leader.visible());
    follower.zoom(1.5, {0, 0});
    EXPECT_EQ(follower.scaleX(), 2 * HeatMapLayout::largestCell) << "it neither grows nor jumps back";
    follower.zoom(0.5, {0, 0});
    EXPECT_EQ(follower.scaleX(), HeatMapLayout::largestCell);
}

} // namespace
} // namespace loupe
