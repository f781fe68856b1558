#include "analysis/histogram.h"

#include "analysis/radix_key.h"

#include <bit>
#include <limits>
#include <utility>

namespace loupe {

namespace {

constexpr unsigned topBits = 16; // of a double's key: sign, exponent and 4 bits of the mantissa

/// As NumPy does; where that would be lost in rounding (NumPy has no answer then), so far that each of `count` bins has
/// a double of its own.
void widen(double& low, double& high, std::size_t count)
{
    constexpr double largest = std::numeric_limits<double>::max();
    const double value = low;
    low = value - 0.5;
    high = value + 0.5;
    if (low < high)
        return;
    const double spacing = std::abs(value) - std::nextafter(std::abs(value), 0.0);
    const double reach = spacing * std::ceil(static_cast<double>(count) / 2) * 2;
    low = std::max(-largest, value - reach);
    high = std::min(largest, value + reach);
}

} // namespace

Bins::Bins(double low, double high, std::size_t count)
    : m_edges(count + 1)
    , m_lastBin(static_cast<double>(count - 1))
{
    if (low == high)
        widen(low, high, count);
    if (!std::isfinite(high - low))
        m_scale = 0.5;
    m_scaledLow = low * m_scale;
    const double width = high * m_scale - m_scaledLow;
    const auto bins = static_cast<double>(count);
    const double perUnit = bins / width;
    m_binsPerScaledUnit = std::isfinite(perUnit) ? perUnit : 0;
    const double step = width / bins;
    for (std::size_t i = 0; i < count; ++i) {
        // A step below the least double is not taken, as in NumPy.
        const auto place = static_cast<double>(i);
        const double distance = step > 0 ? place * step : place / bins * width;
        m_edges[i] = std::min(high, (m_scaledLow + distance) / m_scale);
    }
    m_edges[count] = high;
}

Bins::Bins(std::vector<double> edges)
    : m_edges(std::move(edges))
    , m_firstBins((std::size_t{1} << topBits) + 1)
    , m_lastBin(static_cast<double>(m_edges.size() - 2))
{
    std::uint32_t bin = 0;
    for (std::uint64_t top = 0; top + 1 < m_firstBins.size(); ++top) {
        const double least = RadixKey<double>::toNumber(top << (64 - topBits)); // NaN at both ends moves nothing
        while (bin + 1 < count() && m_edges[bin + 1] <= least)
            ++bin;
        m_firstBins[top] = bin;
    }
    m_firstBins.back() = static_cast<std::uint32_t>(count() - 1);
}

std::size_t Bins::search(double value) const
{
    auto begin = m_edges.begin();
    auto end = m_edges.end();
    if (!m_firstBins.empty()) {
        const auto top = RadixKey<double>::fromPattern(std::bit_cast<std::uint64_t>(value)) >> (64 - topBits);
        begin += m_firstBins[top];
        end = m_edges.begin() + m_firstBins[top + 1] + 1;
    }
    const auto above = std::upper_bound(begin, end, value);
    const auto bin = static_cast<std::size_t>(above - m_edges.begin()) - 1;
    return std::min(bin, count() - 1);
}

Bins::Guess Bins::guess() const
{
    // Both the edges and the guess are rounded: as parts of the largest edge, and as parts of the range.
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    const double largestEdge = std::max(std::abs(m_edges.front()), std::abs(m_edges.back())) * m_scale;
    double margin = rounding * (largestEdge * m_binsPerScaledUnit + static_cast<double>(count()));
    if (m_binsPerScaledUnit == 0)
        margin = 1;
    return {m_scale, m_scaledLow, m_binsPerScaledUnit, margin};
}

Histogram Bins::histogram(const std::vector<std::uint64_t>& slotCounts) const
{
    return {.edges = m_edges,
        .counts = {slotCounts.begin(), slotCounts.begin() + static_cast<std::ptrdiff_t>(count())},
        .below = slotCounts[below()],
        .above = slotCounts[above()]};
}

} // namespace loupe
