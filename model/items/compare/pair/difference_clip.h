#pragma once

#include "analysis/statistics/histogram.h"
#include "items/histogram/histogram_choice.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// Histogram edges for locating quantiles of differences, which are not part of a pair's figures. The bins are narrower
/// the closer they are to 0, so a quantile is located to within a tenth of its value.
std::vector<double> differenceClipEdges(double maximum);

/// The number of `differing` nonzero differences that a clip may hide. This is the same share that it hides of values,
/// for both sides together.
std::uint64_t clippedDifferences(std::uint64_t differing, HistogramClip clip);

/// The smallest edge whose magnitude is exceeded by no more differences than the clip may hide; the last edge if the
/// clip hides none. `counted` has the bins of differenceClipEdges().
double clippedMagnitude(const Histogram& counted, std::uint64_t differing, HistogramClip clip);

} // namespace loupe
