#pragma once

#include "core/name_hash.h"
#include "core/tree/name_tree.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace loupe {

struct QuantizedGroups;

/// Paths of nodes, used to find them again in a rebuilt tree, where they may have other numbers.
using NodeNames = std::unordered_set<std::string, NameHash, std::equal_to<>>;

/// So many groups of a tree are looked at: more would hold the window up.
inline constexpr NameTree::NodeId namedGroups = 100'000;

/// The node that has a path. `hint`: maybe it.
std::optional<NameTree::NodeId> findNode(
    const NameTree& tree, const std::string& path, bool isGroup, NameTree::NodeId hint);

/// What each name stands for where a person gives it: the first tensor of that name, else the first group among
/// `namedGroups`. Goes over the nodes once, whatever the number of names.
std::vector<std::optional<NameTree::NodeId>> findNodes(const NameTree& tree, std::span<const std::string> names);

/// One of the tensors that a quantized weight is stored in.
struct NamedPart {
    std::uint32_t tensor; ///< the weight, of the checkpoint
    std::uint32_t part; ///< of those of the weight

    bool operator==(const NamedPart&) const = default;
};

/// The first part that is stored under this name.
std::optional<NamedPart> findPart(const QuantizedGroups& groups, std::string_view name);

/// Groups with these paths, parents before their children.
std::vector<NameTree::NodeId> groupsNamed(const NameTree& tree, const NodeNames& paths);

} // namespace loupe
