#include "items/tree/edited_groups.h"

namespace loupe {

EditedGroups::EditedGroups(const StagedEdits& edits, const NameTree& tree, const TensorSet* kept, const Work& work)
    : m_root(tree.root())
{
    if (edits.totals().ofTensors() == 0)
        return;
    m_counts.resize(tree.groupCount());
    const auto count = [&](const Change& change) {
        if (kept && !kept->contains(change.tensor))
            return;
        Counts& counts = m_counts[tree.parent(change.tensor) - m_root];
        if (change.kind == ChangeKind::Renamed)
            ++counts.renamed;
        else if (change.kind == ChangeKind::Cast)
            ++counts.cast;
        else
            ++counts.deleted;
        if (change.kind != ChangeKind::Renamed)
            counts.sizes.add(loupe::sizeChange(edits.checkpoint()->tensors[change.tensor],
                {.name = {}, .dtype = change.dtype, .isDeleted = change.kind == ChangeKind::Deleted}));
    };
    edits.visitTensorChanges(count, work);
    // The number of a group is greater than its parent's.
    for (NameTree::NodeId group = m_root + tree.groupCount() - 1; group > m_root && !work.stopped(); --group) {
        const Counts& counts = m_counts[group - m_root];
        Counts& above = m_counts[tree.parent(group) - m_root];
        above.renamed += counts.renamed;
        above.cast += counts.cast;
        above.deleted += counts.deleted;
        above.sizes.add(counts.sizes);
    }
}

ChangeTotals EditedGroups::below(NameTree::NodeId group) const
{
    if (m_counts.empty())
        return {};
    const Counts& counts = m_counts[group - m_root];
    return {.renamed = counts.renamed, .cast = counts.cast, .deleted = counts.deleted};
}

SizeChange EditedGroups::sizeChange(NameTree::NodeId group) const
{
    return m_counts.empty() ? SizeChange{} : m_counts[group - m_root].sizes;
}

} // namespace loupe
