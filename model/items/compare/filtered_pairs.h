#pragma once

#include "analysis/filter/tensor_set.h"
#include "items/compare/comparison_results.h"

#include <memory>
#include <vector>

namespace loupe {

/// The results of a comparison for the pairs that match a filter, summed by group. While the comparison runs, they are
/// up to date only as of the last catchUp(): see lookedAt(). May be shared once it no longer changes.
class FilteredPairs {
public:
    FilteredPairs(ComparisonResultsPtr results, std::shared_ptr<const TensorSet> kept);

    /// Adds new results of the comparison. Run it in a job; returns false if stopped.
    bool catchUp(const Work& work);

    /// Pairs [0, lookedAt()) have been checked against the filter.
    std::uint32_t lookedAt() const { return m_lookedAt; }
    /// The pairs that match the filter.
    const std::shared_ptr<const TensorSet>& kept() const { return m_kept; }
    /// Precondition: a group of the tree.
    const PairSums& sums(NameTree::NodeId group) const;

private:
    ComparisonResultsPtr m_results;
    std::shared_ptr<const TensorSet> m_kept;
    std::vector<PairSums> m_groups; ///< indexed by group number
    std::uint32_t m_lookedAt = 0;
};

using FilteredPairsPtr = std::shared_ptr<const FilteredPairs>;

/// Shared, and released in a job because it is large if there are many groups.
FilteredPairsPtr shareFilteredPairs(FilteredPairs&& pairs);

} // namespace loupe
