#pragma once

#include <QString>

#include <vector>

namespace loupe {

/// A labelled place on an axis.
struct AxisTick {
    double value = 0;
    QString label;
};

/// About `wanted` ticks at round values (1, 2 or 5 times a power of ten) within [low, high], at least two: one tells no
/// scale. None if that is no finite, growing range. Labels have the digits that tell neighbors apart and no more.
std::vector<AxisTick> roundTicks(double low, double high, int wanted);

/// Ticks within [low, high] for a scale that is logarithmic on both sides of 0 from `threshold`, a power of ten, on: 0
/// and powers of ten beyond the threshold, about `wanted` of them; round ones where the range has too few.
std::vector<AxisTick> symmetricLogTicks(double low, double high, double threshold, int wanted);

/// Ticks of a logarithmic scale from 10^`low` to 10^`high`, the value of each its logarithm: powers of ten, about
/// `wanted` of them; 1, 2 and 5 times such where the range has too few; else round ones.
std::vector<AxisTick> logTicks(double low, double high, int wanted);

/// Which labels of widths `widths`, around `places` in pixels, are drawn so that neighbors stay `apart`: every n-th,
/// counted from `origin`, so that what is left is even to both sides of it.
std::vector<bool> labelsThatFit(
    const std::vector<double>& places, const std::vector<double>& widths, std::size_t origin, double apart);

/// Round ticks of a range of counts from 0: never between two whole numbers. Labels are "0", "500", "2 K", "1.5 M".
std::vector<AxisTick> countTicks(double high, int wanted);

/// Powers of ten up to the first one not less than `high`, at most about `wanted` of them; labels as countTicks().
std::vector<AxisTick> decadeTicks(double high, int wanted);

} // namespace loupe
