#pragma once

#include "analysis/filter/no_match.h"
#include "items/compare/filtered_pairs.h"

#include <memory>
#include <string>

namespace loupe {

/// By what figure pairs are sorted, where it is none that the tensors' tree knows.
enum class PairKey : std::uint8_t {
    None,
    Status,
    Differing,
    Maximum,
    RelativeL2,
    Cosine,
    Mean,
    Rms,
    Ulp,
    FirstDifference,
    Nonfinite,
    SignalToNoise,
    BitsPerWeight, ///< of B
};

/// How the tree of pairs is to be sorted. PairKey other than None goes with SortKey::Given.
struct PairSorting {
    Sorting sorting;
    PairKey key = PairKey::None;

    bool operator==(const PairSorting&) const = default;
};

struct PairArrangementRequest {
    ComparisonResultsPtr results; ///< never null
    PairSorting sorting;
    std::string filter;
    TreeForm form = TreeForm::Full; ///< that `visible` is to have
};

struct PairArrangement {
    std::shared_ptr<const TreeOrder> visible; ///< those that the filter keeps
    FilteredPairsPtr kept; ///< sums over the pairs that the filter keeps; null if it keeps all
    NoMatch noMatch = {}; ///< empty if something is visible
    bool filterAsksValues = false; ///< the same filter may keep others once more values are known
};

/// Sorts and filters by what is known; for a job. InvalidArgument where the filter makes no sense, Stopped or
/// OutOfMemory.
Result<PairArrangement> arrangePairs(const PairArrangementRequest& request, const Work& work);

} // namespace loupe
