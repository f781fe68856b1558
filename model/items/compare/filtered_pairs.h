#pragma once

#include "analysis/filter/tensor_set.h"
#include "items/compare/comparison_results.h"

#include <memory>
#include <vector>

namespace loupe {

/// What a comparison has found about the pairs that a filter keeps, added up by group. While the comparison runs, this
/// is about what it had looked at when it was last asked: lookedAt(). To be shared once it is no longer changed.
class FilteredPairs {
public:
    FilteredPairs(ComparisonResultsPtr results, std::shared_ptr<const TensorSet> kept);

    /// Adds what the comparison has found since. For a job; false if that was stopped.
    bool catchUp(const Work& work);

    /// Pairs 0 to this one, without it, are counted where the filter keeps them.
    std::uint32_t lookedAt() const { return m_lookedAt; }
    /// The pairs that the filter keeps.
    const std::shared_ptr<const TensorSet>& kept() const { return m_kept; }
    /// Precondition: a group of the tree.
    const PairSums& sums(NameTree::NodeId group) const;

private:
    ComparisonResultsPtr m_results;
    std::shared_ptr<const TensorSet> m_kept;
    std::vector<PairSums> m_groups; ///< by group number
    std::uint32_t m_lookedAt = 0;
};

using FilteredPairsPtr = std::shared_ptr<const FilteredPairs>;

/// Shared, and released in a job: it is large if there are many groups.
FilteredPairsPtr shareFilteredPairs(FilteredPairs&& pairs);

} // namespace loupe
