#include "analysis/slices/slice.h"

#include "core/text/place.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace loupe {
namespace {

using Shape = std::vector<std::uint64_t>;
using Cell = Slice::Cell;

TEST(Slice, FoldedHasEveryElementOnce)
{
    const Slice slice = Slice::folded(23, 10);
    EXPECT_EQ(slice.rows(), 3U);
    EXPECT_EQ(slice.columns(), 10U);
    EXPECT_EQ(slice.columnsIn(2), 3U);
    EXPECT_EQ(slice.rowsIn(2), 3U);
    EXPECT_EQ(slice.rowsIn(3), 2U);
    EXPECT_EQ(slice.element({2, 2}), 22U);
    EXPECT_FALSE(slice.element({2, 3}));
    for (std::uint64_t element = 0; element < 23; ++element)
        EXPECT_EQ(slice.find(element), (Cell{element / 10, element % 10}));
    EXPECT_FALSE(slice.find(23));
}

TEST(Slice, FoldedOfFewElements)
{
    EXPECT_TRUE(Slice::folded(0, 10).empty());
    const Slice scalar = Slice::folded(1, 10);
    EXPECT_EQ(scalar.rows(), 1U);
    EXPECT_EQ(scalar.columns(), 1U);
    EXPECT_EQ(scalar.element({0, 0}), 0U);
}

TEST(Slice, FoldedAsLongAsCanBeCounted)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const Slice slice = Slice::folded(most, 10);
    EXPECT_EQ(slice.element({slice.rows() - 1, slice.columnsIn(slice.rows() - 1) - 1}), most - 1);
    EXPECT_EQ(slice.find(most - 1), (Cell{slice.rows() - 1, 4}));
}

/// Compares with nested loops over all axes, for every pair of axes and every fixed index.
TEST(Slice, EveryPairOfAxes)
{
    const Shape shape{3, 1, 4, 2};
    const std::uint64_t count = 24;
    for (std::size_t rowAxis = 0; rowAxis < shape.size(); ++rowAxis) {
        for (std::size_t columnAxis = 0; columnAxis < shape.size(); ++columnAxis) {
            if (rowAxis == columnAxis)
                continue;
            for (std::uint64_t element = 0; element < count; ++element) {
                const Shape index{element / 8, 0, element / 2 % 4, element % 2};
                EXPECT_EQ(indexOf(shape, element), index);
                EXPECT_EQ(elementAt(shape, index), element);
                const Slice slice = Slice::across(shape, rowAxis, columnAxis, index).value();
                EXPECT_EQ(slice.rows(), shape[rowAxis]);
                EXPECT_EQ(slice.columns(), shape[columnAxis]);
                const Cell cell{index[rowAxis], index[columnAxis]};
                EXPECT_EQ(slice.element(cell), element);
                EXPECT_EQ(slice.find(element), cell);
                for (std::uint64_t other = 0; other < count; ++other) {
                    const Shape place = indexOf(shape, other);
                    bool inside = true;
                    for (std::size_t axis = 0; axis < shape.size(); ++axis)
                        inside &= axis == rowAxis || axis == columnAxis || place[axis] == index[axis];
                    EXPECT_EQ(slice.find(other).has_value(), inside);
                }
            }
        }
    }
}

TEST(Slice, RefusesWhatTheShapeDoesNotHave)
{
    EXPECT_FALSE(Slice::across(Shape{2, 3}, 0, 0, Shape{0, 0}));
    EXPECT_FALSE(Slice::across(Shape{2, 3}, 0, 2, Shape{0, 0}));
    EXPECT_FALSE(Slice::across(Shape{2, 3}, 0, 1, Shape{0}));
    EXPECT_FALSE(Slice::across(Shape{2, 3, 4}, 0, 1, Shape{0, 0, 4}));
    EXPECT_FALSE(Slice::across(Shape{std::uint64_t{1} << 40, std::uint64_t{1} << 40}, 0, 1, Shape{0, 0}));
    EXPECT_TRUE(Slice::across(Shape{2, 0, 4}, 0, 2, Shape{0, 0, 0}).value().empty());
    EXPECT_FALSE(elementAt(Shape{2, 3}, Shape{2, 0}));
    EXPECT_FALSE(elementAt(Shape{2, 3}, Shape{1}));
    EXPECT_FALSE(elementAt(Shape{2, 0}, Shape{1, 0}));
    EXPECT_EQ(elementAt(Shape{}, Shape{}), 0U);
}

TEST(Slice, LongAxes)
{
    EXPECT_EQ(longAxes(Shape{1, 5, 1, 2}), (std::vector<std::size_t>{1, 3}));
    EXPECT_TRUE(longAxes(Shape{}).empty());
}

} // namespace
} // namespace loupe
