#pragma once

#include "analysis/filter/tensor_set.h"
#include "items/tree/health_results.h"

#include <memory>
#include <vector>

namespace loupe {

/// What a scan has found about the tensors that a filter keeps, added up by group. While the scan runs, this is about
/// what it had looked at when it was last asked: lookedAt(). To be shared once it is no longer changed.
class FilteredHealth {
public:
    FilteredHealth(HealthResultsPtr table, std::shared_ptr<const TensorSet> kept);

    /// Adds what the scan has found since. For a job; false where that was stopped.
    bool catchUp(const OpenedCheckpoint& opened, const Work& work);

    const HealthResultsPtr& table() const { return m_table; }
    /// Tensors 0 to this one, without it, are counted where the filter keeps them.
    std::uint32_t lookedAt() const { return m_lookedAt; }
    HealthSums sums(const NameTree& tree, NameTree::NodeId group) const;
    /// HealthSums::rank() by node.
    std::vector<std::uint64_t> ranks(const OpenedCheckpoint& opened) const;

private:
    HealthResultsPtr m_table;
    std::shared_ptr<const TensorSet> m_kept;
    std::vector<HealthSums> m_groups; ///< by group number; empty before the first tensor
    std::uint32_t m_lookedAt = 0;
};

using FilteredHealthPtr = std::shared_ptr<const FilteredHealth>;

/// Shared, and released in a job: it is large if there are many groups.
FilteredHealthPtr shareFilteredHealth(FilteredHealth&& health);

} // namespace loupe
