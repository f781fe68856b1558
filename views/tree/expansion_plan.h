#pragma once

#include "core/tree/tree_order.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// How much of a tree may be open. Whenever rows move, a QTreeView goes through all of them and looks up the open
/// groups among them, in one go: with so much, that goes unnoticed.
class ExpansionCost {
public:
    static constexpr std::uint64_t limit = 1'150'000;

    void add(const TreeOrder& order, NameTree::NodeId group) { m_cost += order.children(group).size() + ofGroup; }
    bool isAffordable() const { return m_cost <= limit; }

private:
    static constexpr std::uint64_t ofGroup = 24; ///< in rows

    std::uint64_t m_cost = 0;
};

/// Which groups to open.
struct ExpansionPlan {
    std::vector<NameTree::NodeId> groups; ///< parents before their children
    std::uint64_t left = 0; ///< groups that stay closed: opening their level would cost too much
};

/// All groups that are shown below `from`, and itself where it is not the root, up to the limit: level by
/// level from the top, a level altogether or not at all. `spent` is for what else is open. Precondition: `from` is a
/// group.
ExpansionPlan planExpansion(
    const NameTree& tree, const TreeOrder& order, NameTree::NodeId from, ExpansionCost spent = {});

} // namespace loupe
