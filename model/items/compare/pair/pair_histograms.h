#pragma once

#include "analysis/comparison/delta.h"
#include "analysis/comparison/difference_histogram.h"
#include "analysis/comparison/pairing.h"
#include "items/compare/paired_checkpoints.h"
#include "items/histogram/histogram_choice.h"
#include "items/histogram/summary_cache.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

/// The user's settings for viewing a pair.
struct PairHistogramChoice {
    std::uint32_t bins = 256;
    bool symmetricLog = false;
    HistogramClip clip = HistogramClip::OnePermille;
    std::uint32_t part = 0; ///< of complex numbers: 0 for real, 1 for imaginary
    std::optional<ValueRange> zoom = {}; ///< of values, within the combined range of both
    std::optional<ValueRange> differenceZoom = {};

    bool operator==(const PairHistogramChoice&) const = default;
};

/// One tensor of a pair.
struct SideHistogram {
    SummaryPtr summary; ///< null if this side has no such tensor
    SummaryPtr part; ///< for complex numbers, the summary of the chosen part; else the same as `summary`
    HistogramPtr histogram; ///< null if there is no finite value
};

/// The distributions of the values of a pair, and of their differences.
struct PairHistograms {
    SideHistogram a;
    SideHistogram b; ///< its histogram has the same edges as A's
    std::optional<HistogramOptions> options; ///< for both; absent if neither has finite values
    std::optional<Delta> delta; ///< absent if only one side has the tensor, or the shapes differ
    std::optional<HistogramOptions> differenceOptions; ///< absent if no finite values differ
    std::shared_ptr<const DifferenceHistogram> differences; ///< of b - a; null if there are no options
    /// The differences counted in the bins of differenceClipEdges(); null if no clip required them.
    std::shared_ptr<const DifferenceHistogram> magnitudes;

    bool holdIntegers() const; ///< whether both sides are integers
    std::uint64_t valuesOutside() const; ///< values of both sides that are outside of the bins
    std::uint64_t differencesOutside() const; ///< differences that are outside of the bins
};

using PairHistogramsPtr = std::shared_ptr<const PairHistograms>;

/// The known figures of a pair. Null or absent if unknown.
struct PairKnowledge {
    SummaryPtr a;
    SummaryPtr b;
    std::optional<Delta> delta;
    PairHistogramsPtr before; ///< of the same pair and part, with any settings
};

/// The bins for counting both tensors. They cover the finite values of both that remain after the clip, or the zoom.
/// For a small range of integers, there is one bin per integer. Nullopt if there are no finite values. A null summary
/// means that there is no such tensor. For complex numbers, pass the summaries of the chosen part.
std::optional<HistogramOptions> optionsForBoth(
    const SummaryPtr& a, const SummaryPtr& b, const PairHistogramChoice& choice);

/// The bins for the differences. They extend equally far to both sides of 0, up to the largest difference that remains
/// after the clip; their number is odd, so that equal values are counted in the middle one. Or they cover the zoom. For
/// a small range of integers, there is one bin per integer. Nullopt if no finite values differ. `magnitudes`:
/// PairHistograms::magnitudes, required for the clip.
std::optional<HistogramOptions> optionsForDifferences(const Delta& delta, bool integers,
    const PairHistogramChoice& choice, const DifferenceHistogram* magnitudes = nullptr);

/// Counts both tensors and their differences; run it in a job. Reads only what is required for missing parts. Progress
/// is in bytes. Fails as summarize(), compareValues() and countDifferences() do.
Result<PairHistogramsPtr> countPair(const PairedCheckpoints& paired, const TensorPair& pair,
    const PairHistogramChoice& choice, const PairKnowledge& known, const Work& work);

} // namespace loupe
