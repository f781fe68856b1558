#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// The distribution of a tensor's finite values, small enough to keep one for each of a million tensors. It has bars of
/// equal width over the range of nearly all values. Values beyond the range are counted at its two ends, so a heavy
/// tail or single outlier does not flatten the bars. Made by summarize(); BarSum combines several on one scale.
class Distribution {
public:
    static constexpr std::size_t barCount = 42;
    /// The range excludes about this share of the values at each end. Zeros do not count for this, since there may be
    /// any number of them.
    static constexpr double beyondShare = 0.001;

    /// The range of the bars. Both are finite; equal if all values are equal, or nearly so.
    double low = 0;
    double high = 0;
    /// The number of counted values, at most 2^32 - 1: all values of a tensor, or a sample.
    std::uint32_t counted = 0;
    /// Heights below the range, of the bars, and above the range: square roots of the counts, scaled so that the
    /// greatest is 255. Nonzero counts have at least height 1.
    std::array<std::uint8_t, barCount + 2> heights = {};

    /// Counts finite values between `least` and `greatest`; the actual extremes may be further inside. Nothing if there
    /// are no values.
    static std::optional<Distribution> of(double least, double greatest, std::span<const float> values);
    static std::optional<Distribution> of(double least, double greatest, std::span<const double> values);
    struct Counted {
        double value = 0;
        std::uint64_t times = 0;
    };
    static std::optional<Distribution> of(double least, double greatest, std::span<const Counted> values);

    bool operator==(const Distribution&) const = default;
};
static_assert(sizeof(Distribution) <= 64); // there may be a million of these

/// Adds up the distributions of several tensors on one scale, or converts one distribution to another scale.
class BarSum {
public:
    /// `bars` of equal width from `low` to `high`, both finite, low <= high. Precondition: bars > 0.
    BarSum(double low, double high, std::size_t bars);

    /// Adds the distribution of this many values with extremes `least` and `greatest`. Spreads the values of each bar
    /// evenly over it.
    void add(const Distribution& distribution, double values, double least, double greatest);

    /// The approximate number of values in each bar.
    std::span<const double> bars() const { return m_bars; }
    /// The approximate number of values beyond the scale.
    double below() const { return m_below; }
    double above() const { return m_above; }
    /// The sum as a Distribution. Precondition: there are Distribution::barCount bars, and there are values.
    Distribution distribution() const;

private:
    void spread(double low, double high, double values);

    double m_low;
    double m_high;
    double m_below = 0;
    double m_above = 0;
    std::vector<double> m_bars;
};

} // namespace loupe
