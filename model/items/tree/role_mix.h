#pragma once

#include "core/checkpoint.h"
#include "core/tree/name_tree.h"
#include "core/tree/tree_order.h"

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Whether the members of a role are alike.
struct RoleMix {
    bool dtypes = false; ///< they differ
    bool shapes = false;

    bool operator==(const RoleMix&) const = default;
};

/// By group number: of the members that are visible. Goes through all of them: for a job.
std::vector<RoleMix> roleMixes(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order);

/// Which dtypes or shapes the members have, and how many have which: a line each, the most frequent one first. Goes
/// through all of them.
QString dtypeCounts(const Checkpoint& checkpoint, std::span<const NameTree::NodeId> members);
QString shapeCounts(const Checkpoint& checkpoint, std::span<const NameTree::NodeId> members);

} // namespace loupe
