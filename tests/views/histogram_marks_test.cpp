#include "views/histogram/histogram_marks.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

constexpr double width = 40;

HistogramMark mark(double x, int row, bool leftOfLine)
{
    return {.label = {}, .color = {}, .dashed = false, .x = x, .end = 0, .row = row, .leftOfLine = leftOfLine};
}

auto placed(const std::vector<HistogramMark>& marks)
{
    return placeMarkLabels(marks, std::vector<double>(marks.size(), width), 0, 400);
}

TEST(HistogramMarks, StandWhereTheyWantWhereThereIsRoom)
{
    const auto places = placed({mark(100, 0, true), mark(110, 0, false), mark(50, 1, true), mark(200, 1, false)});
    ASSERT_EQ(places.size(), 4u);
    for (const auto& place : places)
        ASSERT_TRUE(place);
    EXPECT_EQ(places[0]->row, 0);
    EXPECT_LT(places[0]->left + width, 100);
    EXPECT_EQ(places[1]->row, 0);
    EXPECT_GT(places[1]->left, 110);
    EXPECT_EQ(places[2]->row, 1);
}

TEST(HistogramMarks, OnOneLineStandOnItsTwoSides)
{
    const auto places = placed({mark(100, 0, true), mark(100, 0, false)});
    ASSERT_TRUE(places[0] && places[1]);
    EXPECT_LT(places[0]->left + width, 100);
    EXPECT_GT(places[1]->left, 100);
}

TEST(HistogramMarks, NeverTouchAndAreNeverCrossed)
{
    for (double a = 0; a <= 400; a += 7) {
        for (double b = a; b <= 400; b += 7) {
            for (double sigma = 0; sigma <= 100; sigma += 9) {
                const std::vector marks{
                    mark(a, 0, true), mark(b, 0, false), mark(b - sigma, 1, true), mark(b + sigma, 1, false)};
                const auto places = placed(marks);
                for (std::size_t i = 0; i < marks.size(); ++i) {
                    for (std::size_t k = 0; k < marks.size(); ++k) {
                        if (i == k || !places[i] || !places[k])
                            continue;
                        const double left = places[i]->left;
                        EXPECT_FALSE(places[k]->row <= places[i]->row && marks[k].x > left && marks[k].x < left + width)
                            << "a label is crossed: " << a << ' ' << b << ' ' << sigma;
                        EXPECT_FALSE(places[i]->row == places[k]->row && left < places[k]->left + width
                            && places[k]->left < left + width);
                    }
                    if (places[i]) {
                        EXPECT_GE(places[i]->left, 0);
                        EXPECT_LE(places[i]->left + width, 400);
                    }
                }
                EXPECT_TRUE(places[0]) << "the most important one always has a place";
            }
        }
    }
}

} // namespace
} // namespace loupe
