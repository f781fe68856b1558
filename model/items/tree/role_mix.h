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

/// The different dtypes, or shapes, of the members of a role.
struct RoleKinds {
    struct Kind {
        std::uint32_t example = 0; ///< a tensor of this kind
        std::uint64_t members = 0;
    };
    /// There may be as many shapes as tensors.
    static constexpr std::size_t mostListed = 12;

    std::vector<Kind> listed; ///< most frequent first
    std::uint64_t others = 0; ///< the number of kinds that are not listed
};

struct RoleMix {
    RoleKinds dtypes; ///< empty if all are the same
    RoleKinds shapes; ///< empty if all are the same
};

/// By role; contains only roles whose members differ.
using RoleMixes = std::unordered_map<NameTree::NodeId, RoleMix>;

/// The mixes of all roles, counting visible members only. Visits each member, so call it from a job. When stopped, some
/// roles are missing.
RoleMixes roleMixes(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order, const Work& work);

/// The number of members for each dtype or shape, one per line.
QString dtypeCounts(const Checkpoint& checkpoint, const RoleKinds& kinds);
QString shapeCounts(const Checkpoint& checkpoint, const RoleKinds& kinds);

} // namespace loupe
