#pragma once

#include "core/checkpoint.h"
#include "core/tree/name_tree.h"
#include "core/tree/tree_order.h"
#include "core/work.h"

#include <QString>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace loupe {

/// Which dtypes, or which shapes, the members of a role have.
struct RoleKinds {
    struct Kind {
        std::uint32_t example = 0; ///< a tensor that has it
        std::uint64_t members = 0;
    };
    /// Shapes may be as many as there are tensors.
    static constexpr std::size_t mostListed = 12;

    std::vector<Kind> listed; ///< the most frequent one first
    std::uint64_t others = 0; ///< kinds that are not listed
};

struct RoleMix {
    RoleKinds dtypes; ///< empty if they are alike
    RoleKinds shapes; ///< the same
};

/// By role: those whose members differ.
using RoleMixes = std::unordered_map<NameTree::NodeId, RoleMix>;

/// The mixes of all roles, counting visible members only. Visits each member, so call it from a job. When stopped, some
/// roles are missing.
RoleMixes roleMixes(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order, const Work& work);

/// How many members have which dtype or shape: a line each.
QString dtypeCounts(const Checkpoint& checkpoint, const RoleKinds& kinds);
QString shapeCounts(const Checkpoint& checkpoint, const RoleKinds& kinds);

} // namespace loupe
