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

/// The effect of pending edits on entire groups. A group moves if all of its tensors, except deleted ones, are renamed
/// by replacing the group's path: "model.layers" moves to "layers" if "model.layers.0.w" becomes "layers.0.w", and so
/// on. Some tensors may be renamed further, as long as all new names start with the new path. A group is deleted if all
/// of its tensors are. Hidden tensors count, too.
class MovedGroups {
public:
    MovedGroups() = default;
    /// Visits all changes and all groups, so run it in a job if there are many. If stopped, the object must not be
    /// used. Precondition: the tree belongs to the edits' checkpoint. A group whose path is not a prefix of its
    /// tensors' names, such as one of similar blocks, does not move; but a role does, if its name changes in the same
    /// way in all blocks.
    MovedGroups(StagedEdits edits, std::shared_ptr<const NameTree> tree, const Work& work = {});

    const StagedEdits& edits() const { return m_edits; }
    const std::shared_ptr<const NameTree>& tree() const { return m_tree; }
    /// Nullopt if the group does not move; empty if the path is removed from the names of its tensors. Valid as long as
    /// this object. Precondition: it is a group of that tree. The root never moves.
    std::optional<std::string_view> newPath(NameTree::NodeId group) const;
    /// True if the group moves and nothing but its path is replaced in the names below it.
    bool movesAsOne(NameTree::NodeId group) const;
    /// The path of a group after the nearest moving group above it has moved: "backbone.layers" if "model" moves to
    /// "backbone", even if "model.layers" was split up. Nullopt if no group above moves, or if the path is a pattern.
    std::optional<std::string> pathAfter(NameTree::NodeId group) const;
    bool isDeleted(NameTree::NodeId group) const;
    /// As above for tensors with similar names, such as "layers.{0…31}.w", of which one is given. If a group above it
    /// moves as one, its path is replaced at the start of the pattern. Nullopt if none does.
    std::optional<std::string> patternAfter(std::uint32_t tensor, std::string_view pattern) const;

private:
    enum class State : std::uint8_t { Stays, Moves, MovesInParts, Differs, Goes };
    /// A group's new path is derived from the first tensor whose new name ends like the old one.
    struct Place {
        std::string_view path; ///< points into the edits
        std::uint32_t renamed = 0; ///< number of tensors below
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
    std::vector<Place> m_places; ///< indexed by group; empty: nothing is renamed or deleted
    std::unordered_map<NameTree::NodeId, std::string> m_roles; ///< the new patterns of roles that move
};

} // namespace loupe
