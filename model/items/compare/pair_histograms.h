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

/// What someone chose to see of a pair.
struct PairHistogramChoice {
    std::uint32_t bins = 256;
    bool symmetricLog = false;
    HistogramClip clip = HistogramClip::OnePermille;
    std::uint32_t part = 0; ///< of complex numbers: 0 the real one, 1 the imaginary one
    std::optional<ValueRange> zoom = {}; ///< of the values, within the range of both
    std::optional<ValueRange> differenceZoom = {};

    bool operator==(const PairHistogramChoice&) const = default;
};

/// One tensor of a pair.
struct SideHistogram {
    SummaryPtr summary; ///< null if this side has no such tensor
    SummaryPtr part; ///< the same; for complex numbers that of the chosen part
    HistogramPtr histogram; ///< null if there is no finite value
};

/// How the values of a pair are distributed, and the differences between them.
struct PairHistograms {
    SideHistogram a;
    SideHistogram b; ///< its histogram has the same edges as A's
    std::optional<HistogramOptions> options; ///< of both; absent where no value of either is finite
    std::optional<Delta> delta; ///< absent where only one side has the tensor, or the shapes differ
    std::optional<HistogramOptions> differenceOptions; ///< absent where no finite values differ
    std::shared_ptr<const DifferenceHistogram> differences; ///< of b - a; null if there are no options
    /// The same in the bins of differenceClipEdges(); null if no clip needed them.
    std::shared_ptr<const DifferenceHistogram> magnitudes;

    bool holdIntegers() const; ///< on both sides
    std::uint64_t valuesOutside() const; ///< of both sides, that no bin holds
    std::uint64_t differencesOutside() const; ///< that no bin holds
};

using PairHistogramsPtr = std::shared_ptr<const PairHistograms>;

/// What is known before: null or nothing if it is not.
struct PairKnowledge {
    SummaryPtr a;
    SummaryPtr b;
    std::optional<Delta> delta;
    PairHistogramsPtr before; ///< of the same pair and part, with any choice
};

/// The bins in which both tensors are counted: over what the clip leaves of the finite values of either, or the zoom;
/// for few whole numbers one for each. Nothing if there are none. A null summary is of no tensor; for complex
/// numbers these are those of the part.
std::optional<HistogramOptions> optionsForBoth(
    const SummaryPtr& a, const SummaryPtr& b, const PairHistogramChoice& choice);

/// The bins of their differences: as far to both sides of 0 as the largest one that the clip leaves, an odd number, so
/// that equal values stand in the middle; or the zoom; for few whole numbers one for each. Nothing if no finite
/// values differ. `magnitudes`: PairHistograms::magnitudes, for the clip.
std::optional<HistogramOptions> optionsForDifferences(const Delta& delta, bool integers,
    const PairHistogramChoice& choice, const DifferenceHistogram* magnitudes = nullptr);

/// Counts both tensors and their differences; for a job. Looks only for what is not known. Progress in bytes. Fails as
/// summarize(), compareValues() and countDifferences() do.
Result<PairHistogramsPtr> countPair(const PairedCheckpoints& paired, const TensorPair& pair,
    const PairHistogramChoice& choice, const PairKnowledge& known, const Work& work);

} // namespace loupe
