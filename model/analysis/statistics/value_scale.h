#pragma once

#include "analysis/statistics/summary.h"

#include <cstddef>
#include <vector>

namespace loupe {

/// Maps values to positions along an axis: linearly, or on a symmetric logarithmic scale. The latter is linear up to a
/// threshold on both sides of 0 and logarithmic beyond it, with a smooth transition.
class ValueScale {
public:
    static ValueScale linear() { return ValueScale(0); }
    /// Precondition: threshold > 0 and finite.
    static ValueScale symmetricLog(double threshold) { return ValueScale(threshold); }
    /// Chooses a threshold for the values: a power of ten well below the magnitude of most of them, so that the linear
    /// part contains few; at least 1 for integers. Linear if all finite values are 0 or there are none. More accurate
    /// if the summary has quantiles.
    static ValueScale symmetricLogFor(const Summary& summary);
    /// As above, for values of about this magnitude, which must be finite and not negative.
    static ValueScale symmetricLogAround(double magnitude, bool integers);

    bool isLinear() const { return m_threshold == 0; }
    /// 0 if the scale is linear.
    double threshold() const { return m_threshold; }

    /// Finite for finite values; increases with the value.
    double placeOf(double value) const;
    double valueAt(double place) const;

    /// The count + 1 edges of `count` bins that are equally wide on this scale: non-decreasing, from `low` to `high`.
    /// Preconditions: low <= high, both finite; count > 0. An empty range is extended as Bins does.
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
