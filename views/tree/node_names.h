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

/// Paths of nodes, used to find them again in a rebuilt tree, where they may have different IDs.
using NodeNames = std::unordered_set<std::string, NameHash, std::equal_to<>>;

/// The most groups of a tree that are searched by name, because more would block the window.
inline constexpr NameTree::NodeId namedGroups = 100'000;

/// The node with this path. `hint`: a node to try first.
std::optional<NameTree::NodeId> findNode(
    const NameTree& tree, const std::string& path, bool isGroup, NameTree::NodeId hint);

/// Resolves names given by the user: each means the first tensor of that name, else the first group among the first
/// `namedGroups`. Visits the nodes once, for any number of names.
std::vector<std::optional<NameTree::NodeId>> findNodes(const NameTree& tree, std::span<const std::string> names);

/// One of the tensors that store a quantized weight.
struct NamedPart {
    std::uint32_t tensor; ///< the weight, an index into Checkpoint::tensors
    std::uint32_t part; ///< index among the weight's parts

    bool operator==(const NamedPart&) const = default;
};

/// The first part with this stored name.
std::optional<NamedPart> findPart(const QuantizedGroups& groups, std::string_view name);

/// The groups with these paths, parents before children.
std::vector<NameTree::NodeId> groupsNamed(const NameTree& tree, const NodeNames& paths);

} // namespace loupe
