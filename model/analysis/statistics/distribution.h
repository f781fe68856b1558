#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// How the finite values of a tensor are distributed, small enough to keep one for each of a million tensors: bars of
/// equal width over the range that holds nearly all of them. A heavy tail or a lone outlier does not flatten it: what
/// lies beyond the range is counted at its two ends. Made by summarize(); several of them on one scale: BarSum.
class Distribution {
public:
    static constexpr std::size_t barCount = 42;
    /// The range leaves out about this share of the values at each end; zeros, of which there may be any number, do not
    /// count for it.
    static constexpr double beyondShare = 0.001;

    /// Range of the bars. Both finite; equal where all values are, or nearly so.
    double low = 0;
    double high = 0;
    /// How many values were counted, at most 2^32 - 1: all of a tensor, or a sample of them.
    std::uint32_t counted = 0;
    /// Below the range, the bars, above the range: square roots of the counts, as parts in 255 of the greatest one. A
    /// count that is not 0 is at least 1 here.
    std::array<std::uint8_t, barCount + 2> heights = {};

    /// Counts finite values from `least` to `greatest`; the least and the greatest value may lie further inside.
    /// Nothing if there is no value.
    static std::optional<Distribution> of(double least, double greatest, std::span<const float> values);
    static std::optional<Distribution> of(double least, double greatest, std::span<const double> values);
    struct Counted {
        double value = 0;
        std::uint64_t times = 0;
    };
    static std::optional<Distribution> of(double least, double greatest, std::span<const Counted> values);

    bool operator==(const Distribution&) const = default;
};
static_assert(sizeof(Distribution) <= 64); // there may be a million

/// Distributions of several tensors added up on one scale, or one of them on another scale than its own.
class BarSum {
public:
    /// `bars` of equal width from `low` to `high`, both finite, low <= high. Precondition: bars > 0.
    BarSum(double low, double high, std::size_t bars);

    /// Adds the distribution of this many values, whose extremes are `least` and `greatest`. What is known of a bar
    /// only is spread evenly over it.
    void add(const Distribution& distribution, double values, double least, double greatest);

    /// Values in each bar, about.
    std::span<const double> bars() const { return m_bars; }
    /// Values beyond the scale, about.
    double below() const { return m_below; }
    double above() const { return m_above; }
    /// The sum as a Distribution. Preconditions: Distribution::barCount bars; there are values.
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
