#pragma once

#include "core/tree/tree_order.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// Limits how many groups of a tree may be open. Whenever rows move, QTreeView visits all of them in one go and looks
/// up the open groups among them. Up to the limit, the user does not notice this.
class ExpansionCost {
public:
    static constexpr std::uint64_t limit = 1'150'000;

    void add(const TreeOrder& order, NameTree::NodeId group) { m_cost += order.children(group).size() + ofGroup; }
    bool isAffordable() const { return m_cost <= limit; }

private:
    static constexpr std::uint64_t ofGroup = 24; ///< cost of an open group, in rows

    std::uint64_t m_cost = 0;
};

/// The groups to open.
struct ExpansionPlan {
    std::vector<NameTree::NodeId> groups; ///< parents before their children
    std::uint64_t left = 0; ///< number of groups that stay closed because opening their level would cost too much
};

/// All groups that are shown below `from`, and `from` itself unless it is the root, up to the limit. Goes level by
/// level from the top; a level is included entirely or not at all. `spent`: the cost of groups that are already open.
/// Precondition: `from` is a group.
ExpansionPlan planExpansion(
    const NameTree& tree, const TreeOrder& order, NameTree::NodeId from, ExpansionCost spent = {});

} // namespace loupe
