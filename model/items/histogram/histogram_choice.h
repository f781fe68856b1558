#pragma once

#include "items/histogram/histogram_cache.h"
#include "items/histogram/summary_cache.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// A range of finite values.
struct ValueRange {
    double low = 0;
    double high = 0;

    bool operator==(const ValueRange&) const = default;
};

/// The values that a histogram shows: all, or those between two quantiles, 1 to 99 % or 0.1 to 99.9 %.
enum class HistogramClip : std::uint8_t { Nothing, OnePercent, OnePermille };

/// The user's settings, for any tensor.
struct HistogramChoice {
    std::uint32_t bins = 256;
    bool symmetricLog = false;
    HistogramClip clip = HistogramClip::OnePermille; ///< keeps a few outliers from squeezing all other values together
    std::optional<ValueRange> zoom = {}; ///< within the clipped range

    bool operator==(const HistogramChoice&) const = default;
};

/// The range of values that remain after the clip. If the quantiles are unknown or equal, or there are so few values
/// that less than one would be hidden, this is the range of all finite values. Precondition, here and below: the
/// summary has finite values, and if the numbers are complex, it is one of a part.
ValueRange clippedRange(const Summary& summary, HistogramClip clip);

/// Tells that outliers squeeze most other values into a few bins of a histogram, and which clip would help.
struct ClipHint {
    HistogramClip clip = HistogramClip::Nothing;
    std::uint64_t farValues = 0; ///< how many values are beyond the clipped range by more than its width, to the
                                 ///< precision of a bin

    bool operator==(const ClipHint&) const = default;
};
/// The clip that would help the summary's own histogram; nullopt if it needs none, or no clip would help.
std::optional<ClipHint> clipHint(const Summary& summary);

/// The bins for these settings and values, at least as wide as the dtype's precision requires.
HistogramOptions optionsFor(const Summary& summary, const HistogramChoice& choice);

/// The bins for these settings and the values of several tensors together; nullopt if no value is finite. A null
/// summary means that there is no such tensor; `part` stays 0.
std::optional<HistogramOptions> optionsForAll(const std::vector<SummaryPtr>& summaries, const HistogramChoice& choice);

/// Makes the bin width a whole multiple of the spacing of the dtype's numbers, as fitBins() does. On a logarithmic
/// scale, reduces the number of bins if they would be narrower than a few of these numbers. `whole`: the range of all
/// values.
void fitToDType(HistogramOptions& options, DType dtype, ValueRange whole);

/// True if there are finite values. False if the summary is null.
bool hasFinite(const SummaryPtr& summary);
/// A part of complex numbers: 0 for real, 1 for imaginary. It keeps the whole summary alive. For other numbers, the
/// imaginary part is null.
SummaryPtr partOf(const SummaryPtr& summary, std::uint32_t part);

/// True if the dtype implies that all finite values are integers.
bool holdsIntegers(const Summary& summary);

/// The summary's own histogram if it has these bins; else null.
HistogramPtr ownHistogram(const SummaryPtr& summary, const HistogramOptions& options);

/// The range of `shown` scaled to `factor` times its width, on its scale, with `value` staying in place, and limited to
/// `whole`. Nullopt if that is the whole range. Unchanged if doubles have no finer resolution.
std::optional<ValueRange> zoomed(const HistogramOptions& shown, ValueRange whole, double value, double factor);
/// The range of `shown`, moved by a share of its width on its scale, limited to `whole`.
ValueRange moved(const HistogramOptions& shown, ValueRange whole, double share);
/// The part of `whole` between two values, in any order; nullopt if it is too narrow to display.
std::optional<ValueRange> chosenRange(ValueRange whole, double from, double to);

} // namespace loupe
