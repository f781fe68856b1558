#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace loupe {

/// A sum that keeps what each addition rounds away (Knuth's two-sum). `long double` where it is wider than double holds
/// 64-bit integers exactly, and no sum of doubles or of their squares overflows it.
class Sum {
public:
    void add(long double value)
    {
        const long double sum = m_sum + value;
        const long double added = sum - m_sum;
        m_lost += (m_sum - (sum - added)) + (value - added);
        m_sum = sum;
    }
    void add(const Sum& other)
    {
        add(other.m_sum);
        m_lost += other.m_lost;
    }
    long double value() const { return m_sum + m_lost; }

private:
    long double m_sum = 0;
    long double m_lost = 0;
};

/// Number, sum and squared deviations of finite values; merged by Chan's rule.
struct Moments {
    std::uint64_t count = 0;
    Sum sum;
    long double squares = 0; ///< of deviations from the mean

    /// Precondition: count > 0.
    long double mean() const { return sum.value() / static_cast<long double>(count); }

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
        sum.add(other.sum);
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
