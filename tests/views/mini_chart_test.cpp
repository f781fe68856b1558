#include "views/charts/mini_chart.h"

#include "views/colors/theme.h"

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace loupe {
namespace {

constexpr QSize chartSize(64, 17);
const double gap = std::numeric_limits<double>::quiet_NaN();

QImage paintChart(const std::function<void(QPainter&, const QRect&)>& paint)
{
    QImage image(chartSize, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paint(painter, image.rect());
    return image;
}

QImage bars(const std::vector<double>& heights, const QColor& color = {})
{
    return paintChart([&](QPainter& painter, const QRect& rect) {
        paintMiniHistogram(painter, rect, heights, Theme::light(), color);
    });
}

QImage line(const std::vector<double>& values, const QColor& color = {})
{
    return paintChart(
        [&](QPainter& painter, const QRect& rect) { paintSparkline(painter, rect, values, Theme::light(), color); });
}

/// The number of pixels in a column that are not white, without the baseline.
int inked(const QImage& image, int x, int bottom = chartSize.height() - 1)
{
    int count = 0;
    for (int y = 0; y < bottom; ++y)
        count += image.pixelColor(x, y) != QColor(Qt::white) ? 1 : 0;
    return count;
}

/// The first row from the top that is not white; -1 if all are.
int top(const QImage& image, int x)
{
    for (int y = 0; y < image.height(); ++y)
        if (image.pixelColor(x, y) != QColor(Qt::white))
            return y;
    return -1;
}

TEST(MiniHistogram, BarsStandOnTheBaselineAtTheirHeights)
{
    const QImage image = bars({0, 0.25, 0.5, 1});
    EXPECT_EQ(inked(image, 8), 0);
    EXPECT_EQ(inked(image, 24), 4);
    EXPECT_EQ(inked(image, 40), 8);
    EXPECT_EQ(inked(image, 56), 16);
    for (int x = 0; x < image.width(); ++x)
        EXPECT_EQ(image.pixelColor(x, image.height() - 1), Theme::light().border);
    EXPECT_EQ(image.pixelColor(56, 3), Theme::light().bar);
}

TEST(MiniHistogram, TheLeastBarIsVisibleAndTheGreatestIsCut)
{
    const QImage image = bars({1e-9, 7, gap, -1});
    EXPECT_EQ(inked(image, 8), 1);
    EXPECT_EQ(inked(image, 24), 16);
    EXPECT_EQ(inked(image, 40), 0);
    EXPECT_EQ(inked(image, 56), 0);
}

TEST(MiniHistogram, DrawsNothingWithoutBarsAndTakesAColor)
{
    EXPECT_EQ(inked(bars({}), 8, chartSize.height()), 0);
    EXPECT_EQ(bars({1}, Qt::black).pixelColor(8, 8), QColor(Qt::black));
}

TEST(Sparkline, GoesFrom0AtTheBottomToTheGreatestAtTheTop)
{
    const QImage image = line({0, 1, 2, 3, 4});
    EXPECT_LE(top(image, 61), 2);
    EXPECT_GE(top(image, 2), chartSize.height() - 4);
    EXPECT_NEAR(top(line({2, 2, 4}), 4), chartSize.height() / 2, 1) << "not the least of them";
    EXPECT_GE(top(line({-4, 0, 0}), 2), chartSize.height() - 4) << "unless one is less than 0";
}

TEST(Sparkline, AConstantIsLevelAndOfZerosInTheMiddle)
{
    for (const int x : {4, 32, 60}) {
        EXPECT_LE(top(line({5, 5, 5}), x), 2);
        EXPECT_NEAR(top(line({0, 0, 0}), x), chartSize.height() / 2, 1);
    }
}

TEST(Sparkline, StandsAboveADottedAxis)
{
    const QImage image = line({1, 2});
    int dots = 0;
    for (int x = 0; x < image.width(); ++x)
        dots += image.pixelColor(x, image.height() - 1) != QColor(Qt::white) ? 1 : 0;
    EXPECT_EQ(dots, chartSize.width() / 4);
}

TEST(Sparkline, WhatIsNotFiniteIsAGap)
{
    const QImage image = line({1, 1, gap, std::numeric_limits<double>::infinity(), 1, 1});
    EXPECT_GT(inked(image, 4), 0);
    EXPECT_EQ(inked(image, 30), 0);
    EXPECT_GT(inked(image, 58), 0);
}

TEST(Sparkline, ASingleValueIsADot)
{
    const QImage alone = line({3});
    EXPECT_GT(inked(alone, 32), 0);
    EXPECT_EQ(inked(alone, 26), 0);
    const QImage between = line({gap, gap, 3, gap, gap});
    EXPECT_GT(inked(between, 32), 0);
    EXPECT_EQ(inked(between, 20), 0);
}

TEST(Sparkline, KeepsExtremesOfMoreValuesThanPixels)
{
    std::vector<double> values(100'000, 0.0);
    values[50'000] = 1;
    const QImage image = line(values);
    int highest = chartSize.height();
    for (int x = 0; x < image.width(); ++x)
        highest = std::min(highest, top(image, x) < 0 ? chartSize.height() : top(image, x));
    EXPECT_LE(highest, 2);
}

TEST(Sparkline, TakesAnyValuesAndAnyPlace)
{
    constexpr double most = std::numeric_limits<double>::max();
    EXPECT_GT(inked(line({-most, most}), 32), 0);
    EXPECT_EQ(inked(line({}), 32), 0);
    EXPECT_EQ(inked(line({gap}), 32), 0);
    paintChart([](QPainter& painter, const QRect&) {
        const std::vector<double> values{1, 2};
        paintSparkline(painter, QRect(0, 0, 2, 2), values, Theme::light());
        paintMiniHistogram(painter, QRect(), values, Theme::light());
    });
}

} // namespace
} // namespace loupe
