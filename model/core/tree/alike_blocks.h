#pragma once

#include "core/tree/name_tree.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace loupe {

/// Groups numbered sibling blocks by kind. A block matches a kind if the kind has most of the block's roles or, if the
/// kind has fewer roles, the block has most of the kind's: in some models, only some layers have experts. A role is the
/// rest of a tensor's name, ignoring block numbers in it, and its number of dimensions. Blocks that share no more than
/// two roles must also agree in most shapes: layers 0 and 2 of an "mlp" are not blocks.
class AlikeBlocks {
public:
    using NodeId = NameTree::NodeId;

    /// Classifies the blocks of the tree's names. Both arguments must outlive this object.
    AlikeBlocks(const NameTree& names, std::span<const Tensor> tensors);

    /// The kind of the next block, a number from 0. `groups` are the groups of the block; there are several if it is in
    /// several other blocks.
    std::uint32_t add(std::span<const NodeId> groups);

private:
    struct Role {
        std::uint64_t name = 0; ///< hash of the name and the number of dimensions
        std::uint64_t shape = 0; ///< hash
    };
    /// Roles with their shapes.
    using Kind = std::unordered_map<std::uint64_t, std::uint64_t>;
    /// A block is compared only with this many of the newest kinds, since a hostile file may have many.
    static constexpr std::size_t comparedKinds = 16;

    void collect(NodeId group, std::uint64_t path);
    void sortRoles();
    std::uint64_t signature() const;
    /// The number of shared roles; 0 if the block does not match.
    std::size_t likeness(const Kind& kind) const;

    const NameTree& m_names;
    std::span<const Tensor> m_tensors;
    std::uint64_t m_seed;
    std::vector<Role> m_roles; ///< of the block that is being added
    std::vector<Kind> m_kinds;
    std::unordered_map<std::uint64_t, std::uint32_t> m_known; ///< kinds by block signature
};

} // namespace loupe
