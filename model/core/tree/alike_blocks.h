#pragma once

#include "core/tree/name_tree.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace loupe {

/// Sorts numbered blocks that stand side by side into kinds. A block is alike to a kind if most of its roles are
/// those of the kind, and the other way round if the kind has fewer: some layers of a model may have experts where the
/// others have not. A role is the rest of a tensor's name, with no regard to numbers of blocks in it, and how many
/// dimensions it has. Blocks with no more than two roles in common must also agree in most shapes: the layers 0 and 2
/// of an "mlp" are no blocks.
class AlikeBlocks {
public:
    using NodeId = NameTree::NodeId;

    /// Finds those of the tree's names; both must live as long.
    AlikeBlocks(const NameTree& names, std::span<const Tensor> tensors);

    /// The kind of the next block: a number from 0. `groups` are the block; several where that is in several others.
    std::uint32_t add(std::span<const NodeId> groups);

private:
    struct Role {
        std::uint64_t name = 0; ///< hash of it and the number of dimensions
        std::uint64_t shape = 0; ///< hash
    };
    /// Roles with their shapes.
    using Kind = std::unordered_map<std::uint64_t, std::uint64_t>;
    /// A block is compared with this many kinds, the newest: names may be made to give many.
    static constexpr std::size_t comparedKinds = 16;

    void collect(NodeId group, std::uint64_t path);
    void sortRoles();
    std::uint64_t signature() const;
    /// Roles in common; 0 if the block is not alike.
    std::size_t likeness(const Kind& kind) const;

    const NameTree& m_names;
    std::span<const Tensor> m_tensors;
    std::uint64_t m_seed;
    std::vector<Role> m_roles; ///< of the block that is added
    std::vector<Kind> m_kinds;
    std::unordered_map<std::uint64_t, std::uint32_t> m_known; ///< kinds by the signatures of their blocks
};

} // namespace loupe
