#include "views/tree/expansion_plan.h"

#include <utility>

namespace loupe {

namespace {

/// The number of groups shown below `from`, excluding `from`.
std::uint64_t groupsBelow(const NameTree& tree, const TreeOrder& order, NameTree::NodeId from)
{
    std::uint64_t count = 0;
    std::vector<bool> isBelow(tree.groupCount());
    isBelow[from - tree.root()] = true;
    for (NameTree::NodeId group = from + 1; group < tree.nodeCount(); ++group) {
        if (isBelow[tree.parent(group) - tree.root()] && order.isVisible(group)) {
            isBelow[group - tree.root()] = true;
            count += order.shown(group) == group ? 1 : 0;
        }
    }
    return count;
}

void appendGroupsIn(
    const NameTree& tree, const TreeOrder& order, NameTree::NodeId group, std::vector<NameTree::NodeId>& list)
{
    for (const NameTree::NodeId child : order.children(group)) {
        if (tree.isGroup(child))
            list.push_back(child);
    }
}

} // namespace

ExpansionPlan planExpansion(const NameTree& tree, const TreeOrder& order, NameTree::NodeId from, ExpansionCost spent)
{
    ExpansionPlan plan;
    std::vector<NameTree::NodeId> level;
    if (from == tree.root()) {
        spent.add(order, from);
        appendGroupsIn(tree, order, from, level);
    } else {
        level = {from};
    }
    while (!level.empty()) {
        for (const NameTree::NodeId group : level)
            spent.add(order, group);
        if (!spent.isAffordable()) {
            const std::uint64_t all = groupsBelow(tree, order, from) + (from == tree.root() ? 0 : 1);
            plan.left = all - plan.groups.size();
            break;
        }
        plan.groups.insert(plan.groups.end(), level.begin(), level.end());
        std::vector<NameTree::NodeId> next;
        for (const NameTree::NodeId group : level)
            appendGroupsIn(tree, order, group, next);
        level = std::move(next);
    }
    return plan;
}

} // namespace loupe
