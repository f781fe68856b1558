#include "analysis/comparison/change_scale.h"

#include <gtest/gtest.h>

#include <limits>

namespace loupe {
namespace {

TEST(ChangeScale, IsFromAMillionthToOneWhileNothingIsKnown)
{
    const ChangeScale scale = ChangeScale::of({}, {});
    EXPECT_EQ(scale, (ChangeScale{-6, 0, false}));
    EXPECT_EQ(scale.position(0.0), 0);
    EXPECT_EQ(scale.position(1e-9), 0);
    EXPECT_NEAR(scale.position(1e-3), 0.5, 1e-12);
    EXPECT_EQ(scale.position(1.0), 1);
    EXPECT_EQ(scale.position(50.0), 1);
    EXPECT_EQ(scale.position(std::nullopt), 1) << "A is zero, or nothing of both is finite";
}

TEST(ChangeScale, FitsTheChanges)
{
    struct Case {
        double least;
        double largest;
        ChangeScale scale;
    };
    const Case cases[] = {
        {2e-4, 7e-3, {-4, -2, false}},
        {1e-4, 1e-2, {-4, -2, false}}, // whole decades begin and end it
        {3e-3, 3e-3, {-3, -2, false}}, // one change: its decade
        {1e-9, 0.5, {-6, 0, true}},
        {1e-9, 300, {-6, 0, true}},
        {5e-324, 1e-300, {-306, -300, true}},
        {1.0, std::numeric_limits<double>::infinity(), {-1, 0, false}},
        {40, 300, {-1, 0, false}},
        {0.25, 0.45, {-1, 0, false}},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(ChangeScale::of(one.least, one.largest), one.scale) << one.least << " to " << one.largest;
        EXPECT_LE(one.scale.position(one.least), one.scale.position(one.largest));
    }
    EXPECT_GT(ChangeScale::of(2e-4, 7e-3).position(7e-3), 0.9) << "the largest is at the bright end";
    EXPECT_LT(ChangeScale::of(2e-4, 7e-3).position(2e-4), 0.2);
}

} // namespace
} // namespace loupe
