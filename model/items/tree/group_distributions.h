#pragma once

#include "analysis/filter/tensor_set.h"
#include "core/tree/name_tree.h"
#include "core/work.h"
#include "items/tree/health_results.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loupe {

/// How the finite values of a group are distributed: the histograms of its tensors, added up.
struct GroupDistribution {
    Distribution distribution;
    double least = 0;
    double greatest = 0;
    std::uint32_t tensors = 0; ///< whose values these are
};

/// The distributions of all groups of a tree, each on a range of its own that leaves out next to nothing. About the
/// tensors that a filter keeps, as far as a scan knew them. Each group is the sum of its children, so that a million
/// tensors take about a second. Counts are good to about a bar.
class GroupDistributions {
public:
    using Ptr = std::shared_ptr<const GroupDistributions>;

    /// `kept` null: about all tensors. For a job; null where that was stopped.
    static Ptr find(const Checkpoint& checkpoint, HealthResultsPtr table, std::shared_ptr<const NameTree> tree,
        std::shared_ptr<const TensorSet> kept, const Work& work);

    const std::shared_ptr<const NameTree>& tree() const { return m_tree; }
    const std::shared_ptr<const TensorSet>& kept() const { return m_kept; }
    /// Tensors 0 to this one, without it, were known.
    std::uint32_t lookedAt() const { return m_lookedAt; }
    /// Null where no tensor of the group has a distribution.
    const GroupDistribution* of(NameTree::NodeId group) const;

private:
    class Finder;

    GroupDistributions() = default;

    std::shared_ptr<const NameTree> m_tree;
    std::shared_ptr<const TensorSet> m_kept;
    std::uint32_t m_lookedAt = 0;
    std::vector<GroupDistribution> m_groups; ///< by group number
};

} // namespace loupe
