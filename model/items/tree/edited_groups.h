#pragma once

#include "analysis/filter/tensor_set.h"
#include "core/tree/name_tree.h"
#include "core/work.h"
#include "saving/recipe/staged_edits.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// How many tensors below each group are staged to be changed, how, and what that makes of their sizes. Empty by
/// default: none are.
class EditedGroups {
public:
    EditedGroups() = default;
    /// Goes through all changes and all groups: for a job where these are many. Stopped: not to be used. `kept`: the
    /// tensors that count; null: all.
    /// Precondition: the tree is that of the edits' checkpoint.
    EditedGroups(const StagedEdits& edits, const NameTree& tree, const TensorSet* kept, const Work& work = {});

    /// Precondition: a group of that tree.
    ChangeTotals below(NameTree::NodeId group) const;
    /// The same.
    SizeChange sizeChange(NameTree::NodeId group) const;
    bool isEdited(NameTree::NodeId group) const { return below(group).all() > 0; }

private:
    struct Counts {
        std::uint32_t renamed = 0;
        std::uint32_t cast = 0;
        std::uint32_t deleted = 0;
        SizeChange sizes;
    };
    NameTree::NodeId m_root = 0;
    std::vector<Counts> m_counts; ///< by group
};

} // namespace loupe
