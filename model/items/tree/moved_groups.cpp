#include "items/tree/moved_groups.h"

#include "core/text/block_number.h"

namespace loupe {

namespace {

/// The length of a name before the tail, which begins with a separator. Nullopt if the name does not end with the tail.
std::optional<std::size_t> sizeBefore(std::string_view name, std::string_view tail)
{
    if (name.size() > tail.size() && name.ends_with(tail))
        return name.size() - tail.size();
    if (name == tail.substr(1))
        return 0;
    return std::nullopt;
}

bool isBelow(std::string_view name, std::string_view path)
{
    return !path.empty() && name.size() > path.size() && name.starts_with(path) && isNameSeparator(name[path.size()]);
}

} // namespace

MovedGroups::MovedGroups(StagedEdits edits, std::shared_ptr<const NameTree> names, const Work& work)
    : m_edits(std::move(edits))
    , m_tree(std::move(names))
    , m_root(m_tree->root())
{
    const ChangeTotals& totals = m_edits.totals();
    if (totals.renamed + totals.deleted == 0)
        return;
    m_places.resize(m_tree->groupCount());
    find(work);
    sumUp(work);
    if (totals.renamed > 0) {
        check(work);
        if (m_tree->isOfFamilies())
            findRoles(work);
    }
}

/// The rest of a tensor's name after the group's path, including the separator; empty if the path is a pattern.
std::string_view MovedGroups::tailOf(NameTree::NodeId tensor, NameTree::NodeId group) const
{
    const std::string_view path = m_tree->path(group);
    const std::string_view name = m_tree->path(tensor);
    return m_tree->isPattern(group) || name.size() <= path.size() ? std::string_view() : name.substr(path.size());
}

/// Counts changes, and finds a candidate for the new path of each group.
void MovedGroups::find(const Work& work)
{
    const auto note = [this](const Change& change) {
        const NameTree::NodeId parent = m_tree->parent(change.tensor);
        if (change.kind == ChangeKind::Deleted)
            ++m_places[parent - m_root].deleted;
        if (change.kind != ChangeKind::Renamed)
            return;
        ++m_places[parent - m_root].renamed;
        for (NameTree::NodeId group = parent; group != m_root; group = m_tree->parent(group)) {
            Place& place = m_places[group - m_root];
            const std::string_view tail = place.hasPath ? std::string_view() : tailOf(change.tensor, group);
            const auto size = tail.empty() ? std::nullopt : sizeBefore(*change.after, tail);
            if (!size)
                continue;
            place.hasPath = true;
            place.path = change.after->substr(0, *size);
        }
    };
    m_edits.visitTensorChanges(note, work);
}

void MovedGroups::sumUp(const Work& work)
{
    // The number of a group is greater than its parent's.
    for (NameTree::NodeId group = m_root + m_tree->groupCount() - 1; group > m_root && !work.stopped(); --group) {
        Place& here = m_places[group - m_root];
        Place& above = m_places[m_tree->parent(group) - m_root];
        above.renamed += here.renamed;
        above.deleted += here.deleted;
        const std::uint64_t tensors = m_tree->sums(group).tensors;
        if (here.deleted == tensors)
            here.state = State::Goes;
        else if (here.renamed > 0)
            here.state = here.hasPath && here.renamed + here.deleted == tensors ? State::Moves : State::Differs;
    }
}

/// Checks that all names below a moving group begin with its new path.
void MovedGroups::check(const Work& work)
{
    const auto checkOne = [this](const Change& change) {
        if (change.kind != ChangeKind::Renamed)
            return;
        const std::string_view name = *change.after;
        for (auto group = m_tree->parent(change.tensor); group != m_root; group = m_tree->parent(group)) {
            Place& place = m_places[group - m_root];
            if (place.state != State::Moves && place.state != State::MovesInParts)
                continue;
            const std::string_view path = place.path;
            if (sizeBefore(name, tailOf(change.tensor, group)) == path.size() && name.starts_with(path))
                continue;
            place.state = isBelow(name, path) ? State::MovesInParts : State::Differs;
        }
    };
    m_edits.visitTensorChanges(checkOne, work);
}

void MovedGroups::findRoles(const Work& work)
{
    for (NameTree::NodeId group = m_root; group < m_tree->nodeCount() && !work.stopped(); ++group) {
        const Place& place = m_places[group - m_root];
        if (place.renamed == 0 || !m_tree->isRole(group) || !m_tree->isPattern(group)
            || place.renamed + place.deleted != m_tree->sums(group).tensors)
            continue;
        if (auto pattern = newRole(group))
            m_roles.emplace(group, std::move(*pattern));
    }
}

/// "layers.{0…31}.attention.q" for "layers.{0…31}.attn.q", if the part after the block changes in the same way in all
/// members.
std::optional<std::string> MovedGroups::newRole(NameTree::NodeId role) const
{
    const std::string_view pattern = m_tree->path(role);
    const std::size_t block = pattern.rfind('}') + 1; // the end of the block part
    const std::string_view tail = pattern.substr(block);
    std::optional<std::string_view> newTail;
    for (const NameTree::NodeId tensor : m_tree->children(role)) {
        if (m_edits.of(tensor).isDeleted)
            continue;
        std::string_view place = m_tree->path(tensor);
        if (tail.empty() || !place.ends_with(tail))
            return std::nullopt;
        place.remove_suffix(tail.size());
        std::string_view name = m_edits.nameOf(tensor);
        if (!name.starts_with(place))
            return std::nullopt;
        name.remove_prefix(place.size());
        if (newTail.value_or(name) != name)
            return std::nullopt;
        newTail = name;
    }
    return newTail ? std::optional(std::string(pattern.substr(0, block)).append(*newTail)) : std::nullopt;
}

std::optional<std::string_view> MovedGroups::newPath(NameTree::NodeId group) const
{
    if (m_places.empty())
        return std::nullopt;
    if (const auto role = m_roles.find(group); role != m_roles.end())
        return role->second;
    const Place& place = m_places[group - m_root];
    const bool moves = place.state == State::Moves || place.state == State::MovesInParts;
    return moves ? std::optional(place.path) : std::nullopt;
}

bool MovedGroups::movesAsOne(NameTree::NodeId group) const
{
    return m_roles.contains(group) || (!m_places.empty() && m_places[group - m_root].state == State::Moves);
}

std::optional<std::string> MovedGroups::pathAfter(NameTree::NodeId group) const
{
    for (NameTree::NodeId moved = group; moved != m_root && !m_tree->isPattern(group); moved = m_tree->parent(moved)) {
        const auto path = newPath(moved);
        if (!path)
            continue;
        std::string_view tail = m_tree->path(group).substr(m_tree->path(moved).size());
        if (path->empty() && !tail.empty())
            tail.remove_prefix(1);
        return std::string(*path).append(tail);
    }
    return std::nullopt;
}

std::optional<std::string> MovedGroups::patternAfter(std::uint32_t tensor, std::string_view pattern) const
{
    for (NameTree::NodeId group = m_tree->parent(tensor); group != m_root; group = m_tree->parent(group)) {
        const std::string_view before = m_tree->path(group);
        const auto after = newPath(group);
        if (!after || !movesAsOne(group) || pattern.size() <= before.size() || !pattern.starts_with(before))
            continue;
        std::string_view tail = pattern.substr(before.size());
        if (after->empty())
            tail.remove_prefix(1);
        return std::string(*after).append(tail);
    }
    return std::nullopt;
}

bool MovedGroups::isDeleted(NameTree::NodeId group) const
{
    return !m_places.empty() && m_places[group - m_root].state == State::Goes;
}

} // namespace loupe
