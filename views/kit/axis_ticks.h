#pragma once

#include <QString>

#include <vector>

namespace loupe {

/// A labelled position on an axis.
struct AxisTick {
    double value = 0;
    QString label;
};

/// About `wanted` ticks at round values (1, 2 or 5 times a power of ten) within [low, high], at least two, because one
/// shows no scale. None if the range is not finite or empty. Labels have just enough digits to distinguish neighbors.
std::vector<AxisTick> roundTicks(double low, double high, int wanted);

/// Ticks within [low, high] for a symmetric log scale that is linear up to `threshold`, a power of ten: 0 and about
/// `wanted` powers of ten beyond the threshold; round values if the range has too few.
std::vector<AxisTick> symmetricLogTicks(double low, double high, double threshold, int wanted);

/// Ticks of a logarithmic scale from 10^`low` to 10^`high`; the value of each is its base-10 logarithm. About `wanted`
/// powers of ten; if the range has too few, 1, 2 and 5 times powers of ten; else round values.
std::vector<AxisTick> logTicks(double low, double high, int wanted);

/// Selects the labels to draw so that neighbors are at least `apart` pixels apart. Labels have `widths` and are
/// centered at `places`, in pixels. Keeps every n-th, counted from `origin`, so that spacing is even on both sides of
/// it.
std::vector<bool> labelsThatFit(
    const std::vector<double>& places, const std::vector<double>& widths, std::size_t origin, double apart);

/// Round ticks for counts from 0 to `high`, at whole numbers only. Labels are "0", "500", "2 K", "1.5 M".
std::vector<AxisTick> countTicks(double high, int wanted);

/// Powers of ten up to the first one not less than `high`, at most about `wanted` of them; labels as countTicks().
std::vector<AxisTick> decadeTicks(double high, int wanted);

} // namespace loupe
