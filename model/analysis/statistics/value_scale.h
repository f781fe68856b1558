#pragma once

#include "analysis/statistics/summary.h"

#include <cstddef>
#include <vector>

namespace loupe {

/// Where values stand along an axis: at their own distance, or on a symmetric logarithmic scale, which is linear up to
/// a threshold on both sides of 0 and logarithmic beyond it, without a kink between them.
class ValueScale {
public:
    static ValueScale linear() { return ValueScale(0); }
    /// Precondition: threshold > 0, finite.
    static ValueScale symmetricLog(double threshold) { return ValueScale(threshold); }
    /// With a threshold that suits the values: a power of ten well below the magnitude of most of them, so that the
    /// linear part holds few; for integers at least 1. Linear where all finite values are 0 or there is none.
    /// Quantiles of the summary make it better.
    static ValueScale symmetricLogFor(const Summary& summary);
    /// The same for values of about this magnitude, which is finite and not negative.
    static ValueScale symmetricLogAround(double magnitude, bool integers);

    bool isLinear() const { return m_threshold == 0; }
    /// 0 if the scale is linear.
    double threshold() const { return m_threshold; }

    /// Finite for finite values; grows with them.
    double placeOf(double value) const;
    double valueAt(double place) const;

    /// The count + 1 edges of `count` bins that are equally wide on this scale: never falling, from `low` to
    /// end with `high`. Preconditions: low <= high, both finite; count > 0. An empty range is widened as Bins does.
    std::vector<double> edges(double low, double high, std::size_t count) const;

    bool operator==(const ValueScale&) const = default;

private:
    explicit ValueScale(double threshold)
        : m_threshold(threshold)
    {
    }

    double m_threshold;
};

} // namespace loupe
