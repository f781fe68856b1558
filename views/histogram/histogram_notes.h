#pragma once

#include "analysis/statistics/histogram.h"
#include "analysis/statistics/summary.h"
#include "items/histogram/histogram_choice.h"

#include <QString>

namespace loupe {

/// ms: what a view shows stays so long while the next is computed, so that nothing flickers from tensor to tensor.
inline constexpr int shortestWait = 150;

/// "−0.0625".
QString shownValue(double value, int digits = 6);

/// "−0.0625 to 0.0625", with as many digits as tell both apart.
QString shownRange(double low, double high);

/// A sentence that says why a summary has no histogram; empty if it has one.
QString whyNoHistogram(const Summary& summary);

/// "12 values lie far outside: clip to 0.1–99.9 %".
QString clipHintText(const ClipHint& hint);

/// "131 values outside – show full range".
QString fullRangeText(std::uint64_t hidden);
/// The same of a tensor, with the farthest value where it is far from those that are shown: "131 values outside, as far
/// as 9000 – show full range". Precondition: there are values outside.
QString fullRangeText(const Histogram& shown, const Summary& all);

/// "256 bins of width 0.01", "160 bins of width 0.125 (2 × BF16 spacing)", "16 bins, one per integer", "256 bins,
/// linear within ±0.001".
QString binsText(const Histogram& histogram, const HistogramOptions& options);

/// Three tenths of the values or more are in one bin, and some on both sides of it, so that a linear scale shows little
/// else.
bool isOneSpike(const Histogram& histogram);

/// "12 below −1.5 · 1,234 above 1.5 · 256 bins of width 0.01", "256 bins, linear within ±0.001": how many values the
/// bins omit, and what they are. `nulls`: elements that have no value.
QString binsNote(const Histogram& histogram, const HistogramOptions& options, std::uint64_t nulls = 0);

} // namespace loupe
