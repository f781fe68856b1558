#pragma once

#include "analysis/filter/tensor_set.h"
#include "items/tree/depth_figure.h"
#include "items/tree/health/health_results.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

namespace loupe {

/// The results of a scan for the tensors that match a filter, summed by group of the current tree. While the scan runs,
/// they are up to date only as of the last catchUp(): see lookedAt(). May be shared once it no longer changes.
class FilteredHealth {
public:
    /// `kept` null: all tensors.
    FilteredHealth(HealthResultsPtr table, std::shared_ptr<const NameTree> tree, std::shared_ptr<const TensorSet> kept);

    /// Adds new results of the scan. Run it in a job; returns false if stopped.
    bool catchUp(const OpenedCheckpoint& opened, const Work& work);

    const HealthResultsPtr& table() const { return m_table; }
    const std::shared_ptr<const NameTree>& tree() const { return m_tree; }
    /// Tensors [0, lookedAt()) have been checked against the filter.
    std::uint32_t lookedAt() const { return m_lookedAt; }
    HealthSums sums(NameTree::NodeId group) const;
    /// The root mean squares of the finite values of the role's members, as a measure of their magnitude. Null if none
    /// is known.
    const DepthFigure* depthFigure(NameTree::NodeId role) const;
    /// HealthSums::rank(), indexed by node. Run it in a job; if stopped, the result must not be used.
    std::vector<std::uint64_t> ranks(const Work& work) const;

private:
    static constexpr std::uint32_t stopInterval = 1 << 12; ///< in tensors
    static constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

    static float rmsOf(const Summary& summary);
    bool addDepthFigures(std::uint32_t begin, std::uint32_t end, const Work& work);
    bool isKept(std::uint32_t tensor) const { return !m_kept || m_kept->contains(tensor); }

    HealthResultsPtr m_table;
    std::shared_ptr<const NameTree> m_tree;
    std::shared_ptr<const TensorSet> m_kept;
    std::vector<HealthSums> m_groups; ///< indexed by group number; empty before the first tensor
    std::vector<float> m_rms; ///< indexed by tensor; only for trees of families
    std::unordered_map<NameTree::NodeId, std::shared_ptr<const DepthFigure>> m_depthFigures; ///< by role
    std::uint32_t m_lookedAt = 0;
};

using FilteredHealthPtr = std::shared_ptr<const FilteredHealth>;

/// Shared, and released in a job because it is large if there are many groups.
FilteredHealthPtr shareFilteredHealth(FilteredHealth&& health);

} // namespace loupe
