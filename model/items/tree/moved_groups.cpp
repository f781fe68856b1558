#include "items/tree/moved_groups.h"

namespace loupe {

namespace {

/// How much of a name stands before the tail, which begins with a separator. Nothing where it does not end so.
std::optional<std::size_t> sizeBefore(std::string_view name, std::string_view tail)
{
    if (name.size() > tail.size() && name.ends_with(tail))
        return name.size() - tail.size();
    if (name == tail.substr(1))
        return 0;
    return std::nullopt;
}

} // namespace

MovedGroups::MovedGroups(StagedEdits edits, std::shared_ptr<const NameTree> names, const Work& work)
    : m_edits(std::move(edits))
    , m_tree(std::move(names))
    , m_root(m_tree->root())
{
    const NameTree& tree = *m_tree;
    const ChangeTotals& totals = m_edits.totals();
    if (totals.renamed + totals.deleted == 0)
        return;
    m_places.resize(tree.groupCount());
    const auto tailOf = [&](NameTree::NodeId node) {
        return tree.path(node).substr(tree.path(tree.parent(node)).size());
    };
    const std::uint64_t changes = totals.all() - totals.metadata;
    for (std::uint64_t i = 0; i < changes && !work.stopped(); ++i) {
        const Change change = m_edits.change(i);
        const NameTree::NodeId group = tree.parent(change.tensor);
        Place& above = m_places[group - m_root];
        if (change.kind == ChangeKind::Deleted)
            ++above.deleted;
        if (change.kind != ChangeKind::Renamed)
            continue;
        ++above.renamed;
        if (tree.isPattern(group))
            above.state = State::Differs; // no name begins with its path
        else if (group != m_root)
            place(above, change.tensor, *change.after, tailOf(change.tensor));
    }
    // A group's number is higher than its parent's.
    for (NameTree::NodeId group = m_root + tree.groupCount() - 1; group > m_root && !work.stopped(); --group) {
        Place& here = m_places[group - m_root];
        const NameTree::NodeId parent = tree.parent(group);
        Place& above = m_places[parent - m_root];
        above.renamed += here.renamed;
        above.deleted += here.deleted;
        const std::uint64_t tensors = tree.sums(group).tensors;
        if (here.deleted == tensors) {
            here.state = State::Goes;
            continue;
        }
        if (here.renamed + here.deleted != tensors)
            here.state = here.renamed > 0 ? State::Differs : State::Stays;
        if (parent == m_root || here.renamed == 0)
            continue;
        if (here.state == State::Moves && !tree.isPattern(parent))
            place(above, here.tensor, m_edits.nameOf(here.tensor).substr(0, here.size), tailOf(group));
        else
            above.state = State::Differs;
    }
}

/// `name`: to be, of a node in the group, found by `tensor`; `tail`: what its name has now beyond the group's path.
void MovedGroups::place(Place& above, std::uint32_t tensor, std::string_view name, std::string_view tail) const
{
    const auto size = sizeBefore(name, tail);
    const auto isSame = [&] {
        return *size == above.size && name.substr(0, *size) == m_edits.nameOf(above.tensor).substr(0, above.size);
    };
    if (above.state == State::Stays && size) {
        above.tensor = tensor;
        above.size = static_cast<std::uint32_t>(*size);
        above.state = State::Moves;
    } else if (above.state == State::Differs || !size || !isSame()) {
        above.state = State::Differs;
    }
}

std::optional<std::string_view> MovedGroups::newPath(NameTree::NodeId group) const
{
    if (m_places.empty() || m_places[group - m_root].state != State::Moves)
        return std::nullopt;
    const Place& place = m_places[group - m_root];
    return m_edits.nameOf(place.tensor).substr(0, place.size);
}

bool MovedGroups::isDeleted(NameTree::NodeId group) const
{
    return !m_places.empty() && m_places[group - m_root].state == State::Goes;
}

} // namespace loupe
