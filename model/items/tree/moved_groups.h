#pragma once

#include "core/tree/name_tree.h"
#include "core/work.h"
#include "saving/recipe/staged_edits.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loupe {

/// What staged edits do to whole groups. A group moves if all of its tensors, but for deleted ones, are renamed by
/// replacing the group's path: "model.layers" moves to "layers" if "model.layers.0.w" becomes "layers.0.w", and so on.
/// Some of its tensors may be renamed further, as long as all new names begin with the new path. A group goes if all of
/// its tensors are deleted. Hidden tensors count, too.
class MovedGroups {
public:
    MovedGroups() = default;
    /// Goes through all changes and all groups: for a job where these are many. Stopped: not to be used.
    /// Precondition: the tree is one of the edits' checkpoint. A group that is no beginning of its tensors' names, such
    /// as one of like blocks, does not move; but a role does, whose name changes alike in all blocks.
    MovedGroups(StagedEdits edits, std::shared_ptr<const NameTree> tree, const Work& work = {});

    const StagedEdits& edits() const { return m_edits; }
    const std::shared_ptr<const NameTree>& tree() const { return m_tree; }
    /// Nothing if the group does not move; empty if its tensors lose its path. Lives as long as this.
    /// Precondition: a group of that tree; the root does not move.
    std::optional<std::string_view> newPath(NameTree::NodeId group) const;
    /// A group that moves, and nothing but its path is replaced in the names below.
    bool movesAsOne(NameTree::NodeId group) const;
    /// The path with what the nearest group that moves puts before it: "backbone.layers", although "model.layers" was
    /// split up, where "model" moves to "backbone". Nothing if no group above moves, or the path is a pattern.
    std::optional<std::string> pathAfter(NameTree::NodeId group) const;
    bool isDeleted(NameTree::NodeId group) const;
    /// The same of tensors with like names, such as "layers.{0…31}.w", of which one is given: the beginning of the name
    /// that a group above it has is replaced where the group moves as one. Nothing if none does.
    std::optional<std::string> patternAfter(std::uint32_t tensor, std::string_view pattern) const;

private:
    enum class State : std::uint8_t { Stays, Moves, MovesInParts, Differs, Goes };
    /// A group's new path is how the new name of its first tensor begins that ends as before.
    struct Place {
        std::string_view path; ///< of the edits
        std::uint32_t renamed = 0; ///< tensors below
        std::uint32_t deleted = 0;
        bool hasPath = false;
        State state = State::Stays;
    };
    void find(const Work& work);
    void sumUp(const Work& work);
    void check(const Work& work);
    void findRoles(const Work& work);
    std::optional<std::string> newRole(NameTree::NodeId role) const;
    std::string_view tailOf(NameTree::NodeId tensor, NameTree::NodeId group) const;

    StagedEdits m_edits;
    std::shared_ptr<const NameTree> m_tree;
    NameTree::NodeId m_root = 0;
    std::vector<Place> m_places; ///< by group; empty: nothing is renamed or deleted
    std::unordered_map<NameTree::NodeId, std::string> m_roles; ///< those that move: their new pattern
};

} // namespace loupe
