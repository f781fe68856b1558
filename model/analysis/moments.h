#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace loupe {

/// Number, sum and squared deviations of finite values; merged by Chan's rule. Needs a `long double` that holds 64-bit
/// integers exactly; then neither sums of doubles nor of their squares overflow it, and it rounds 2000 times more
/// finely than the sums in double precision that people compare ours with.
struct Moments {
    static_assert(std::numeric_limits<long double>::digits >= 64);

    std::uint64_t count = 0;
    long double sum = 0;
    long double squares = 0; ///< of deviations from the mean

    /// Precondition: count > 0.
    long double mean() const { return sum / static_cast<long double>(count); }

    void merge(const Moments& other)
    {
        if (other.count == 0)
            return;
        if (count == 0) {
            *this = other;
            return;
        }
        const long double distance = other.mean() - mean();
        const auto mine = static_cast<long double>(count);
        const auto theirs = static_cast<long double>(other.count);
        squares += other.squares + distance * distance * (mine / (mine + theirs)) * theirs;
        sum += other.sum;
        count += other.count;
    }

    std::optional<double> finalMean() const
    {
        return count > 0 ? std::optional(static_cast<double>(mean())) : std::nullopt;
    }
    /// Of the population.
    std::optional<double> finalDeviation() const
    {
        if (count == 0)
            return std::nullopt;
        return static_cast<double>(std::sqrt(squares / static_cast<long double>(count)));
    }
};

} // namespace loupe
