#include "views/overview/layer_chart.h"

#include "support/picture.h"
#include "views/colors/theme.h"

#include <QApplication>
#include <QImage>
#include <QTest>

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace loupe {
namespace {

GroupLayer layerOf(std::uint64_t number, double mean, double deviation, double largest)
{
    return {.number = number,
        .finite = 10,
        .mean = mean,
        .standardDeviation = deviation,
        .rms = std::hypot(mean, deviation),
        .largest = largest};
}

class LayerChartTest : public testing::Test {
protected:
    LayerChartTest()
    {
        chart.resize(600, chart.sizeHint().height());
        chart.show();
    }
    /// The first and last pixel row with this color in the middle of a third of the chart, which has three layers; -1
    /// if there is none.
    std::pair<int, int> rowsOf(int layer, const QColor& color)
    {
        const QImage picture = test::pictureOf(chart);
        std::pair<int, int> rows{-1, -1};
        const int x = int(picture.width() * (layer + 0.6) / 3);
        for (int y = 0; y < picture.height(); ++y) {
            if (picture.pixelColor(x, y) == color)
                rows = {rows.first < 0 ? y : rows.first, y};
        }
        return rows;
    }
    int heightOf(int layer)
    {
        const auto [first, last] = rowsOf(layer, Theme::of(chart.palette()).bar);
        return first < 0 ? 0 : last - first + 1;
    }

    LayerChart chart{GroupBlocks::Kind::Layers};
};

TEST_F(LayerChartTest, BarsAreAsHighAsTheChosenFigure)
{
    chart.setLayers({layerOf(3, 0.5, 0, 8), layerOf(4, -1, 0, 4), layerOf(7, 0, 0, 0)});
    EXPECT_NEAR(heightOf(0), heightOf(1) / 2, 1) << "RMS 0.5 and 1";
    EXPECT_EQ(heightOf(2), 0);
    chart.setFigure(LayerChart::Figure::Largest);
    EXPECT_NEAR(heightOf(0), heightOf(1) * 2, 1);
    chart.setFigure(LayerChart::Figure::Mean);
    const QColor bar = Theme::of(chart.palette()).bar;
    EXPECT_LE(rowsOf(0, bar).second, rowsOf(1, bar).first) << "one above 0, one below";
    EXPECT_NEAR(heightOf(0), heightOf(1) / 2, 1);
    chart.setFigure(LayerChart::Figure::StandardDeviation);
    EXPECT_EQ(heightOf(0) + heightOf(1) + heightOf(2), 0);
}

TEST_F(LayerChartTest, SmallFiguresBesideLargeOnesStandInDecades)
{
    chart.setLayers({layerOf(0, 0, 1, 1), layerOf(1, 0, 0.1, 1), layerOf(2, 0, 0.01, 1)});
    EXPECT_TRUE(chart.isLogarithmic());
    EXPECT_EQ(chart.readout(), u"3 layers, from 0 to 2 · log scale");
    EXPECT_NEAR(heightOf(0) - heightOf(1), heightOf(1) - heightOf(2), 1);
    EXPECT_GT(heightOf(2), 1);
    chart.setLayers({layerOf(0, 0, 1, 1), layerOf(1, 0, 0.1, 1), layerOf(2, 0, 0.03, 1)});
    EXPECT_FALSE(chart.isLogarithmic());
    EXPECT_EQ(chart.readout(), u"3 layers, from 0 to 2");
    chart.setLayers({layerOf(0, 1e300, 1, 1e300), layerOf(1, 1e-300, 1e-300, 1e-300)});
    EXPECT_GT(test::colorCount(test::pictureOf(chart)), 2) << "whatever the range";
}

TEST_F(LayerChartTest, ReadsOutTheChosenLayer)
{
    chart.setMessage(QStringLiteral("Nothing yet"));
    EXPECT_EQ(chart.readout(), u"Nothing yet");
    std::vector<GroupLayer> layers{layerOf(3, 3, 4, 8), layerOf(12, 0, 1, 2)};
    layers[1].nonfinite = 1234;
    chart.setLayers(layers);
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(chart.readout(), u"Layer 3: RMS 5 · mean 3 · σ 4 · max |x| 8");
    EXPECT_EQ(chart.accessibleDescription(), chart.readout());
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    EXPECT_EQ(chart.readout(), u"Layer 12: RMS 1 · mean 0 · σ 1 · max |x| 2 · 1,234 NaN or Inf");
    EXPECT_TRUE(test::contains(test::pictureOf(chart), Theme::of(chart.palette()).nanFill));
    QTest::keyClick(&chart, Qt::Key_Home);
    EXPECT_TRUE(chart.readout().startsWith(QStringLiteral("Layer 3")));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&chart, &leave);
    EXPECT_EQ(chart.readout(), u"2 layers, from 3 to 12");
    QTest::mouseMove(&chart, QPoint(chart.width() - 10, 20));
    EXPECT_TRUE(chart.readout().startsWith(QStringLiteral("Layer 12")));
    chart.setLayers({layers[0]});
    EXPECT_TRUE(chart.readout().startsWith(QStringLiteral("Layer 3: "))) << "the only one";
}

} // namespace
} // namespace loupe
