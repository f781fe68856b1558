#include "analysis/comparison/change_scale.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace loupe {
namespace {

TEST(ChangeScale, IsFromAMillionthToOneWhileNothingIsKnown)
{
    const ChangeScale scale = ChangeScale::of({}, {});
    EXPECT_EQ(scale, (ChangeScale{-18, 0, false}));
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
        {2e-4, 7e-3, {-11, -6, false}}, // 0.0002 to 0.01
        {1e-4, 1e-2, {-12, -6, false}}, // begins and ends at a step
        {3e-3, 3e-3, {-8, -7, false}}, // a single change: 0.002 to 0.005
        {5e-3, 5e-3, {-8, -7, false}}, // a single change at a step: includes the step before
        {0.25, 0.45, {-2, -1, false}}, // not just one color: 0.2 to 0.5
        {1e-9, 0.5, {-19, -1, true}},
        {1e-9, 300, {-18, 0, true}},
        {5e-324, 1e-300, {-918, -900, true}},
        {1.0, std::numeric_limits<double>::infinity(), {-1, 0, false}},
        {40, 300, {-1, 0, false}},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(ChangeScale::of(one.least, one.largest), one.scale) << one.least << " to " << one.largest;
        EXPECT_LE(one.scale.position(one.least), one.scale.position(one.largest));
    }
    EXPECT_GT(ChangeScale::of(2e-4, 7e-3).position(7e-3), 0.9) << "the largest is at the bright end";
    EXPECT_LT(ChangeScale::of(2e-4, 7e-3).position(2e-4), 0.2);
    EXPECT_GT(ChangeScale::of(0.25, 0.45).position(0.45) - ChangeScale::of(0.25, 0.45).position(0.25), 0.6);
}

TEST(ChangeRange, IsTheSameWhereAAndBChangePlaces)
{
    const auto scaleOf = [](std::vector<Delta> deltas, bool swapped) {
        ChangeRange range;
        for (Delta& delta : deltas) {
            if (swapped)
                std::swap(delta.relativeL2, delta.relativeToB);
            range.add(delta);
        }
        return range.scale();
    };
    const Delta nothing{.relativeL2 = 0, .relativeToB = 0};
    const Delta small{.relativeL2 = 0.05000001, .relativeToB = 0.0499};
    const Delta fromZeros{.relativeL2 = {}, .relativeToB = 1};
    const struct {
        std::vector<Delta> deltas;
        ChangeScale scale;
    } cases[] = {
        {{}, ChangeScale()},
        {{nothing}, ChangeScale()},
        {{small, nothing}, {-5, -3, false}}, // 0.02 to 0.1
        {{{.relativeL2 = 0.05, .relativeToB = 0.05}}, {-5, -4, false}},
        {{small, fromZeros}, {-5, 0, false}},
    };
    for (const auto& one : cases) {
        EXPECT_EQ(scaleOf(one.deltas, false), one.scale);
        EXPECT_EQ(scaleOf(one.deltas, true), one.scale);
    }
}

TEST(ChangeScale, HasNumbersAtItsEndsAndWhereThereIsRoom)
{
    const struct {
        ChangeScale scale;
        std::vector<std::pair<double, std::string>> labels;
    } cases[] = {
        {{-18, 0, false}, {{0, "1e−6"}, {1.0 / 3, "1e−4"}, {2.0 / 3, "0.01"}, {1, "≥ 1"}}},
        {{-19, -1, true}, {{0, "≤ 5e−7"}, {2.30103 / 6, "1e−4"}, {1, "0.5"}}},
        {{-2, -1, false}, {{0, "0.2"}, {1, "0.5"}}},
        {{-3, 0, false}, {{0, "0.1"}, {0.30103, "0.2"}, {0.69897, "0.5"}, {1, "≥ 1"}}},
        {{-12, -6, false}, {{0, "1e−4"}, {0.5, "0.001"}, {1, "0.01"}}},
        {{-11, -6, false}, {{0, "2e−4"}, {0.69897 / 1.69897, "0.001"}, {1, "0.01"}}},
    };
    for (const auto& [scale, expected] : cases) {
        const auto labels = scale.labels();
        ASSERT_EQ(labels.size(), expected.size()) << labels.front().text;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            EXPECT_EQ(labels[i].text, expected[i].second);
            EXPECT_NEAR(labels[i].position, expected[i].first, 1e-4);
        }
    }
    EXPECT_EQ(ChangeScale::textOf(3), "10");
    EXPECT_EQ(ChangeScale::textOf(-7), "0.005");
    EXPECT_EQ(ChangeScale::textOf(-36), "1e−12");
}

} // namespace
} // namespace loupe
