#pragma once

#include "core/result.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

/// The number of finite values in each of N adjacent bins. Bin i is [edges[i], edges[i + 1]); the last one includes its
/// upper edge.
struct Histogram {
    static constexpr std::uint32_t maximumBins = 1'000'000;

    std::vector<double> edges; ///< N + 1 finite, non-decreasing values
    std::vector<std::uint64_t> counts; ///< N
    std::uint64_t below = 0; ///< finite values below edges.front()
    std::uint64_t above = 0; ///< finite values above edges.back()

    bool operator==(const Histogram&) const = default;
};

/// Fails with InvalidArgument unless the edges are valid for a histogram: at least two, finite, non-decreasing.
Result<> checkEdges(const std::vector<double>& edges);

/// Bins of equal width over a range, computed like numpy.histogram, or of arbitrary widths.
class Bins {
public:
    /// Preconditions: low <= high, both finite; count > 0. An empty range is extended by 0.5 on both sides or, if that
    /// is lost in rounding, until the edges differ.
    Bins(double low, double high, std::size_t count);
    /// Preconditions: at least two edges, all finite, non-decreasing.
    explicit Bins(std::vector<double> edges);

    const std::vector<double>& edges() const { return m_edges; }
    std::size_t count() const { return m_edges.size() - 1; }

    /// The slot of a finite `value`: below() is the slot before the bins, above() the one after them.
    std::size_t slot(double value) const
    {
        if (value < m_edges.front())
            return below();
        if (value > m_edges.back())
            return above();
        // The guess is off by one if it rounds across an edge, and useless if the range is tiny.
        const double guess = (value * m_scale - m_scaledLow) * m_binsPerScaledUnit;
        const std::size_t bin = guess >= 0 ? static_cast<std::size_t>(std::min(guess, m_lastBin)) : 0;
        if (value >= m_edges[bin] && (value < m_edges[bin + 1] || bin + 1 == count()))
            return bin + 1;
        return search(value);
    }
    std::size_t below() const { return 0; }
    std::size_t above() const { return count() + 1; }
    std::size_t slotCount() const { return count() + 2; }

    Histogram histogram(const std::vector<std::uint64_t>& slotCounts) const;

private:
    std::size_t search(double value) const;

    std::vector<double> m_edges;
    double m_scale = 1; ///< 0.5 if high - low would overflow
    double m_scaledLow = 0;
    double m_binsPerScaledUnit = 0; ///< 0 if there is no guess
    double m_lastBin = 0;
};

} // namespace loupe
