#include "analysis/statistics/histogram.h"

#include <limits>
#include <utility>

namespace loupe {

namespace {

/// Widens the range like NumPy. If that would be lost in rounding (where NumPy fails), widens it so far that each of
/// `count` bins contains a distinct double.
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

Result<> checkEdges(const std::vector<double>& edges)
{
    if (edges.size() < 2 || edges.size() - 1 > Histogram::maximumBins
        || !std::all_of(edges.begin(), edges.end(), [](double edge) { return std::isfinite(edge); })
        || !std::is_sorted(edges.begin(), edges.end()))
        return fail(ErrorCode::InvalidArgument,
            "histogram edges must be two or more finite, non-decreasing numbers, at most "
                + std::to_string(Histogram::maximumBins + 1));
    return {};
}

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
        // A step that underflows is not used, as in NumPy.
        const auto place = static_cast<double>(i);
        const double distance = step > 0 ? place * step : place / bins * width;
        m_edges[i] = std::min(high, (m_scaledLow + distance) / m_scale);
    }
    m_edges[count] = high;
}

Bins::Bins(std::vector<double> edges)
    : m_edges(std::move(edges))
    , m_lastBin(static_cast<double>(m_edges.size() - 2))
{
}

std::size_t Bins::search(double value) const
{
    const auto above = std::upper_bound(m_edges.begin(), m_edges.end(), value);
    return std::min(static_cast<std::size_t>(above - m_edges.begin()), count());
}

Histogram Bins::histogram(const std::vector<std::uint64_t>& slotCounts) const
{
    return {.edges = m_edges,
        .counts = {slotCounts.begin() + 1, slotCounts.end() - 1},
        .below = slotCounts[below()],
        .above = slotCounts[above()]};
}

} // namespace loupe
