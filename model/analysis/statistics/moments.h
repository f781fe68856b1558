#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace loupe {

/// Count, sum and squared deviations of finite values, merged by Chan's method. Sums are relative to a pivot, so that a
/// large mean costs no precision. `long double` must represent 64-bit integers exactly; then neither sums of doubles
/// nor of their squares overflow, and its rounding, 2^-64 of a sum, is invisible in a double even after a million
/// merges.
struct Moments {
    static_assert(std::numeric_limits<long double>::digits >= 64);

    std::uint64_t count = 0;
    long double pivot = 0;
    long double sum = 0; ///< sum of distances from the pivot
    long double squares = 0; ///< sum of squared deviations from the mean

    /// Precondition for this and mean(): count > 0.
    long double meanDistance() const { return sum / static_cast<long double>(count); }
    long double mean() const { return pivot + meanDistance(); }

    void merge(const Moments& other)
    {
        if (other.count == 0)
            return;
        if (count == 0) {
            *this = other;
            return;
        }
        const long double shift = other.pivot - pivot;
        const long double distance = shift + other.meanDistance() - meanDistance();
        const auto mine = static_cast<long double>(count);
        const auto theirs = static_cast<long double>(other.count);
        squares += other.squares + distance * distance * (mine / (mine + theirs)) * theirs;
        sum += other.sum + shift * theirs;
        count += other.count;
    }

    std::optional<double> finalMean() const
    {
        return count > 0 ? std::optional(static_cast<double>(mean())) : std::nullopt;
    }
    /// Population standard deviation.
    std::optional<double> finalDeviation() const
    {
        if (count == 0)
            return std::nullopt;
        return static_cast<double>(std::sqrt(squares / static_cast<long double>(count)));
    }
};

} // namespace loupe
