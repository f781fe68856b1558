#pragma once

#include "core/name_hash.h"
#include "core/tree/name_tree.h"

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace loupe {

/// Paths of nodes, by which they are found again in a tree that was made anew: there they may have other numbers.
using NodeNames = std::unordered_set<std::string, NameHash, std::equal_to<>>;

/// So many groups of a tree are looked at: more would hold the window up.
inline constexpr NameTree::NodeId namedGroups = 100'000;

/// The node that has a path. `hint`: maybe it.
std::optional<NameTree::NodeId> findNode(
    const NameTree& tree, const std::string& path, bool isGroup, NameTree::NodeId hint);

/// Groups with these paths, parents before their children.
std::vector<NameTree::NodeId> groupsNamed(const NameTree& tree, const NodeNames& paths);

} // namespace loupe
