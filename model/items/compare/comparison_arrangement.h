#pragma once

#include "analysis/filter/no_match.h"
#include "items/compare/filtered_pairs.h"

#include <memory>
#include <string>

namespace loupe {

/// The figure by which pairs are sorted, if it is specific to comparisons.
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

/// The sort order of the tree of pairs. Any PairKey other than None requires SortKey::Given.
struct PairSorting {
    Sorting sorting;
    PairKey key = PairKey::None;

    bool operator==(const PairSorting&) const = default;
};

struct PairArrangementRequest {
    ComparisonResultsPtr results; ///< never null
    PairSorting sorting;
    std::string filter;
    TreeForm form = TreeForm::Full; ///< the requested form of `visible`
};

struct PairArrangement {
    std::shared_ptr<const TreeOrder> visible; ///< the pairs that match the filter
    FilteredPairsPtr kept; ///< sums over the pairs that match the filter; null if all match
    NoMatch noMatch = {}; ///< empty if something is visible
    bool filterAsksValues = false; ///< the filter may match other pairs once more values are known
};

/// Sorts and filters by what is known so far; run it in a job. Fails with InvalidArgument if the filter is invalid,
/// with Stopped or OutOfMemory.
Result<PairArrangement> arrangePairs(const PairArrangementRequest& request, const Work& work);

} // namespace loupe
