#pragma once

#include "analysis/statistics/histogram.h"
#include "items/histogram/histogram_choice.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// Quantiles of differences are not among the figures of a pair: these bins, which are narrower the closer they are to
/// 0, locate them within a tenth.
std::vector<double> differenceClipEdges(double maximum);

/// How many of `differing` differences other than 0 a clip may hide: as many on both sides together as it hides of
/// values.
std::uint64_t clippedDifferences(std::uint64_t differing, HistogramClip clip);

/// The least magnitude, among the edges, that no more of these differences exceed; the last edge where the clip hides
/// none. `counted` has the bins of differenceClipEdges().
double clippedMagnitude(const Histogram& counted, std::uint64_t differing, HistogramClip clip);

} // namespace loupe
