#pragma once

#include "analysis/statistics/histogram.h"
#include "analysis/statistics/summary.h"
#include "items/histogram/histogram_choice.h"

#include <QString>

namespace loupe {

/// How long, in ms, a view keeps its content while the next is computed, so that switching tensors does not flicker.
inline constexpr int shortestWait = 150;

/// "−0.0625".
QString shownValue(double value, int digits = 6);

/// "−0.0625 to 0.0625", with enough digits to distinguish both.
QString shownRange(double low, double high);

/// Why a summary has no histogram, in one sentence; empty if it has one.
QString whyNoHistogram(const Summary& summary);

/// "12 values lie far outside: clip to 0.1–99.9 %".
QString clipHintText(const ClipHint& hint);

/// "131 values outside – show full range".
QString fullRangeText(std::uint64_t hidden);
/// As above, for a tensor. Adds the farthest value if it is far from the ones shown: "131 values outside, as far as
/// 9000 – show full range". Precondition: some values are outside.
QString fullRangeText(const Histogram& shown, const Summary& all);

/// "256 bins of width 0.01", "160 bins of width 0.125 (2 × BF16 spacing)", "16 bins, one per integer", "256 bins,
/// linear within ±0.001".
QString binsText(const Histogram& histogram, const HistogramOptions& options);

/// True if at least 30 % of the values are in one bin, with others on both sides of it. A linear scale then shows
/// little else.
bool isOneSpike(const Histogram& histogram);

/// "12 below −1.5 · 1,234 above 1.5 · 256 bins of width 0.01", "256 bins, linear within ±0.001": the number of values
/// outside the bins, and a description of the bins. `nulls`: elements without a value.
QString binsNote(const Histogram& histogram, const HistogramOptions& options, std::uint64_t nulls = 0);

} // namespace loupe
