#include "analysis/statistics/histogram.h"

#include <limits>
#include <random>

namespace loupe {
namespace {

constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

/// Slow twin: finds the slot by walking along the edges.
std::size_t plainSlot(const Bins& bins, double value)
{
    const auto& edges = bins.edges();
    if (value < edges.front())
        return bins.below();
    if (value > edges.back())
        return bins.above();
    std::size_t bin = 0;
    while (bin + 1 < bins.count() && value >= edges[bin + 1])
        ++bin;
    return 1 + bin;
}

void expectSaneEdges(const Bins& bins)
{
    for (std::size_t i = 0; i <= bins.count(); ++i) {
        ASSERT_TRUE(std::isfinite(bins.edges()[i])) << i;
        if (i > 0) {
            ASSERT_LE(bins.edges()[i - 1], bins.edges()[i]) << i;
        }
    }
}

TEST(Bins, EdgesAreThoseOfNumpy)
{
    // numpy.histogram_bin_edges([], 10, (-1, 2))
    const std::vector<double> expected{-1.0, -0.7, -0.4, -0.10000000000000009, 0.19999999999999996, 0.5,
        0.7999999999999998, 1.1, 1.4, 1.6999999999999997, 2.0};
    EXPECT_EQ(Bins(-1, 2, 10).edges(), expected);
}

TEST(Bins, TheLastBinIsClosed)
{
    const Bins bins(0, 10, 10);
    EXPECT_EQ(bins.slot(0), 1u);
    EXPECT_EQ(bins.slot(1), 2u);
    EXPECT_EQ(bins.slot(std::nextafter(1.0, 0.0)), 1u);
    EXPECT_EQ(bins.slot(10), 10u);
    EXPECT_EQ(bins.slot(std::nextafter(10.0, 11.0)), bins.above());
    EXPECT_EQ(bins.slot(-smallest), bins.below());
}

TEST(Bins, AnEmptyRangeIsWidenedAsNumpyDoes)
{
    EXPECT_EQ(Bins(3, 3, 2).edges(), (std::vector<double>{2.5, 3, 3.5}));
    EXPECT_EQ(Bins(4e15, 4e15, 4).edges(), (std::vector<double>{4e15 - 0.5, 4e15, 4e15, 4e15, 4e15 + 0.5}));
    for (const double value : {1e17, 1e20, -1e20, -1e300, largest, -largest}) {
        const Bins bins(value, value, 256);
        for (std::size_t i = 0; i < bins.count(); ++i)
            EXPECT_LT(bins.edges()[i], bins.edges()[i + 1]) << value;
    }
    for (const double value : {1e17, -1e300, largest, -largest, 0.0}) {
        const Bins bins(value, value, 4);
        expectSaneEdges(bins);
        EXPECT_LT(bins.edges().front(), bins.edges().back()) << value;
        EXPECT_NE(bins.slot(value), bins.below()) << value;
        EXPECT_NE(bins.slot(value), bins.above()) << value;
    }
}

TEST(Bins, AgreesWithItsOwnEdgesOnAnyRange)
{
    const std::vector<std::pair<double, double>> ranges{{0, 1}, {-3, 7e5}, {-largest, largest}, {0, largest},
        {0, smallest}, {-3 * smallest, 5 * smallest}, {1, std::nextafter(1, 2)}, {1e300, 1.0000001e300}, {-1e-310, 1}};
    std::mt19937_64 random(7);
    for (const auto& [low, high] : ranges) {
        for (const std::size_t count : {1, 2, 3, 256, 1000}) {
            const Bins bins(low, high, count);
            expectSaneEdges(bins);
            EXPECT_EQ(bins.edges().front(), low);
            EXPECT_EQ(bins.edges().back(), high);
            std::vector<double> values{
                low, high, std::nextafter(low, -largest), std::nextafter(high, largest), 0, -0.0};
            for (const double edge : bins.edges()) {
                values.push_back(edge);
                values.push_back(std::nextafter(edge, -largest));
                values.push_back(std::nextafter(edge, largest));
            }
            std::uniform_real_distribution<double> share(0, 1);
            for (int i = 0; i < 200; ++i) {
                const double t = share(random);
                values.push_back(low * (1 - t) + high * t);
            }
            for (const double value : values) {
                if (std::isfinite(value)) {
                    ASSERT_EQ(bins.slot(value), plainSlot(bins, value)) << value << " in " << low << ".." << high;
                }
            }
        }
    }
}

TEST(Bins, OfAnyWidthsAgreeWithTheirEdges)
{
    for (const auto& edges : {std::vector{0.0, 1.0}, {-1e300, -1.0, 0.0, 1e-9, 1e300}, {2.0, 2.0, 2.0, 3.0},
             {-largest, -smallest, smallest, largest}}) {
        const Bins bins(edges);
        EXPECT_EQ(bins.edges(), edges);
        for (const double edge : edges) {
            for (const double value : {edge, std::nextafter(edge, -1.0), std::nextafter(edge, 1.0), 0.5, -0.0, 1e301})
                ASSERT_EQ(bins.slot(value), plainSlot(bins, value)) << value;
        }
    }
}

TEST(Bins, HistogramTellsWhatLiesOutside)
{
    const Bins bins(0, 2, 2);
    std::vector<std::uint64_t> slots(bins.slotCount());
    for (const double value : {-1.0, 0.5, 1.0, 2.0, 3.0, 4.0})
        ++slots[bins.slot(value)];
    const Histogram histogram = bins.histogram(slots);
    EXPECT_EQ(histogram.counts, (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(histogram.below, 1u);
    EXPECT_EQ(histogram.above, 2u);
}

} // namespace
} // namespace loupe
