#pragma once

#include "items/histogram/histogram_cache.h"
#include "items/histogram/summary_cache.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// Finite values, from `low` to `high`.
struct ValueRange {
    double low = 0;
    double high = 0;

    bool operator==(const ValueRange&) const = default;
};

/// Which values a histogram shows: all, or those between two quantiles, 1 to 99 % or 0.1 to 99.9 %.
enum class HistogramClip : std::uint8_t { Nothing, OnePercent, OnePermille };

/// What someone chose to see, whatever the tensor.
struct HistogramChoice {
    std::uint32_t bins = 256;
    bool symmetricLog = false;
    HistogramClip clip = HistogramClip::OnePermille; ///< so that few values far outside do not squeeze all others
    std::optional<ValueRange> zoom = {}; ///< within the clipped range

    bool operator==(const HistogramChoice&) const = default;
};

/// What the clip leaves: all finite values where the quantiles are not known or do not differ, or where there are so
/// few values that the share to be hidden is less than one. Precondition, as for all
/// below: the summary has finite values; it is not one of complex numbers but of one of their parts.
ValueRange clippedRange(const Summary& summary, HistogramClip clip);

/// That values far outside leave most others to a few of a histogram's bins, and what would show these.
struct ClipHint {
    HistogramClip clip = HistogramClip::Nothing;
    std::uint64_t farValues = 0; ///< how many are farther out than what the clip leaves is wide, to a bin

    bool operator==(const ClipHint&) const = default;
};
/// A clip for the summary's own histogram; nothing if it needs none, or none would help.
std::optional<ClipHint> clipHint(const Summary& summary);

/// The bins that the choice means for these values; as wide as the numbers that their dtype can hold need.
HistogramOptions optionsFor(const Summary& summary, const HistogramChoice& choice);

/// The bins that the choice means for the values of several tensors together; nothing if none is finite. A null
/// summary is of no tensor; `part` stays 0.
std::optional<HistogramOptions> optionsForAll(const std::vector<SummaryPtr>& summaries, const HistogramChoice& choice);

/// Makes bins of whole multiples of the spacing of the dtype's numbers, as fitBins(); fewer on a logarithmic scale,
/// where they would be narrower than a few of these numbers. `whole`: the range of all values.
void fitToDType(HistogramOptions& options, DType dtype, ValueRange whole);

/// Whether there is a finite value; false if the summary is null.
bool hasFinite(const SummaryPtr& summary);
/// A part of complex numbers, 0 the real one and 1 the imaginary one, as long as the whole lives. Of other numbers
/// there is no imaginary part: null.
SummaryPtr partOf(const SummaryPtr& summary, std::uint32_t part);

/// Whether all finite values are integers by their dtype.
bool holdsIntegers(const Summary& summary);

/// The histogram with these bins, if the summary's own has it; else null.
HistogramPtr ownHistogram(const SummaryPtr& summary, const HistogramOptions& options);

/// The range of `shown` shrunk or grown to `factor` times its width on its scale, `value` staying where it is, within
/// `whole`. Nothing if that is the whole range; `shown` where doubles do not tell closer ones apart.
std::optional<ValueRange> zoomed(const HistogramOptions& shown, ValueRange whole, double value, double factor);
/// The range of `shown` moved by a share of its width on its scale, up to the ends of `whole`.
ValueRange moved(const HistogramOptions& shown, ValueRange whole, double share);
/// The part of `whole` between two values, in any order; nothing if it has no width that a chart could show.
std::optional<ValueRange> chosenRange(ValueRange whole, double from, double to);

} // namespace loupe
