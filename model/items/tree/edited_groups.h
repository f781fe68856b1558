#pragma once

#include "analysis/filter/tensor_set.h"
#include "core/tree/name_tree.h"
#include "core/work.h"
#include "saving/recipe/staged_edits.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// The number and kind of pending edits below each group, and their effect on sizes. Empty by default.
class EditedGroups {
public:
    EditedGroups() = default;
    /// Visits all changes and all groups, so run it in a job if there are many. If stopped, the object must not be
    /// used. `kept`: the tensors to count; null: all. Precondition: the tree is that of the edits' checkpoint.
    EditedGroups(const StagedEdits& edits, const NameTree& tree, const TensorSet* kept, const Work& work = {});

    /// Precondition: it is a group of that tree.
    ChangeTotals below(NameTree::NodeId group) const;
    /// Precondition: it is a group of that tree.
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
    std::vector<Counts> m_counts; ///< indexed by group
};

} // namespace loupe
