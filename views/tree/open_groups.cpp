#include "views/tree/open_groups.h"

#include <algorithm>

namespace loupe {

namespace {

bool isWithin(const ShownTree& tree, NameTree::NodeId node, NameTree::NodeId group)
{
    while (node > group) // a group's ID is greater than its parent's
        node = tree.parent(node);
    return node == group;
}

} // namespace

bool GroupSet::insert(NodeId group)
{
    if (contains(group))
        return false;
    const std::size_t word = (group - m_root) / wordBits;
    if (word >= m_words.size())
        m_words.resize(std::max(word + 1, m_words.size() * 2));
    m_words[word] |= bitOf(group);
    ++m_size;
    return true;
}

bool GroupSet::erase(NodeId group)
{
    if (!contains(group))
        return false;
    m_words[(group - m_root) / wordBits] &= ~bitOf(group);
    --m_size;
    return true;
}

std::vector<NameTree::NodeId> GroupSet::list() const
{
    std::vector<NodeId> groups;
    groups.reserve(m_size);
    for (std::size_t word = 0; word < m_words.size(); ++word) {
        for (std::uint64_t bits = m_words[word]; bits != 0; bits &= bits - 1)
            groups.push_back(
                m_root + static_cast<NodeId>(word * wordBits) + static_cast<NodeId>(std::countr_zero(bits)));
    }
    return groups;
}

void OpenGroups::insert(NodeId group)
{
    m_shown.insert(group);
    m_inside.erase(group);
}

OpenGroups::List OpenGroups::list() const
{
    const List shown = m_shown.list();
    const List inside = m_inside.list();
    List all(shown.size() + inside.size());
    std::merge(shown.begin(), shown.end(), inside.begin(), inside.end(), all.begin());
    return all;
}

OpenGroups::List OpenGroups::hideInside(const ShownTree& tree, NodeId group)
{
    List hidden = m_shown.list();
    std::erase_if(hidden, [&](NodeId other) { return other == group || !isWithin(tree, other, group); });
    for (const NodeId other : hidden) {
        m_shown.erase(other);
        m_inside.insert(other);
    }
    return hidden;
}

OpenGroups::List OpenGroups::showInside(const ShownTree& tree, NodeId group)
{
    List inside = m_inside.list();
    std::erase_if(inside, [&](NodeId other) { return !isWithin(tree, other, group); });
    return add(tree, inside);
}

void OpenGroups::forgetInside(const ShownTree& tree, NodeId group)
{
    for (const NodeId other : m_inside.list()) {
        if (isWithin(tree, other, group))
            m_inside.erase(other);
    }
}

OpenGroups::List OpenGroups::add(const ShownTree& tree, const List& groups)
{
    List shown;
    for (const NodeId group : groups) {
        const NodeId parent = tree.parent(group);
        if (parent == tree.root() || m_shown.contains(parent)) {
            insert(group);
            shown.push_back(group);
        } else {
            m_inside.insert(group);
        }
    }
    return shown;
}

} // namespace loupe
