#include "items/compare/metadata_comparison.h"

#include <QHash>
#include <algorithm>
#include <utility>

namespace loupe {

namespace {

using Node = MetadataComparison::Node;

class Merger {
public:
    Merger(MetadataComparison& all, const Checkpoint& a, const Checkpoint& b, const Work& work)
        : m_all(all)
        , m_a(a)
        , m_b(b)
        , m_work(work)
    {
    }

    /// Appends the children of a node, then their descendants.
    void addChildren(std::uint32_t node)
    {
        std::vector<Node> children = childrenOf(m_all.nodes[node]);
        if (m_work.stopped())
            return;
        const bool isArray = !children.empty() && node != 0 && keyOf(children.front()).startsWith(u'[');
        if (!isArray) {
            std::stable_partition(children.begin(), children.end(),
                [](const Node& child) { return child.status != PairStatus::Identical; });
        }
        const auto first = static_cast<std::uint32_t>(m_all.nodes.size());
        m_all.nodes[node].firstChild = first;
        m_all.nodes[node].childCount = static_cast<std::uint32_t>(children.size());
        for (std::uint32_t row = 0; row < children.size(); ++row) {
            children[row].parent = node;
            children[row].row = row;
            m_all.nodes.push_back(children[row]);
        }
        for (std::uint32_t row = 0; row < children.size(); ++row)
            addChildren(first + row);
    }

private:
    const QString& keyOf(const Node& node) const
    {
        return node.a != MetadataComparison::none ? m_all.a.nodes[node.a].key : m_all.b.nodes[node.b].key;
    }

    /// The children from A in their order, then those that only B has. If a key occurs repeatedly, each occurrence is
    /// paired separately.
    std::vector<Node> childrenOf(const Node& node) const
    {
        const auto a = range(m_all.a, node.a);
        const auto b = range(m_all.b, node.b);
        QHash<std::pair<QString, int>, std::uint32_t> ofB;
        QHash<QString, int> seen;
        for (std::uint32_t child = b.first; child < b.second; ++child) {
            const QString& key = m_all.b.nodes[child].key;
            ofB.insert({key, seen[key]++}, child);
        }
        seen.clear();
        std::vector<Node> children;
        std::vector<bool> taken(b.second - b.first);
        for (std::uint32_t child = a.first; child < a.second; ++child) {
            const QString& key = m_all.a.nodes[child].key;
            const std::uint32_t partner = ofB.value({key, seen[key]++}, MetadataComparison::none);
            if (partner != MetadataComparison::none)
                taken[partner - b.first] = true;
            children.push_back({.a = child, .b = partner, .status = statusOf(child, partner)});
        }
        for (std::uint32_t child = b.first; child < b.second; ++child) {
            if (!taken[child - b.first])
                children.push_back({.b = child, .status = PairStatus::OnlyB});
        }
        return children;
    }

    static std::pair<std::uint32_t, std::uint32_t> range(const MetadataTree& tree, std::uint32_t node)
    {
        if (node == MetadataComparison::none)
            return {0, 0};
        const MetadataTree::Node& parent = tree.nodes[node];
        return {parent.firstChild, parent.firstChild + parent.childCount};
    }

    PairStatus statusOf(std::uint32_t a, std::uint32_t b) const
    {
        if (b == MetadataComparison::none)
            return PairStatus::OnlyA;
        if (m_all.a.nodes[a].parent == 0) // a top-level key: compare its bytes
            return (*m_a.metadata)[a - 1].second == (*m_b.metadata)[b - 1].second ? PairStatus::Identical
                                                                                  : PairStatus::Changed;
        return areEqual(a, b) ? PairStatus::Identical : PairStatus::Changed;
    }

    /// Ignores the order of members.
    bool areEqual(std::uint32_t a, std::uint32_t b) const
    {
        const MetadataTree::Node& one = m_all.a.nodes[a];
        const MetadataTree::Node& other = m_all.b.nodes[b];
        if (one.value != other.value || one.childCount != other.childCount)
            return false;
        if (one.childCount == 0)
            return true;
        const std::vector<Node> children = childrenOf({.a = a, .b = b});
        return std::all_of(
            children.begin(), children.end(), [](const Node& child) { return child.status == PairStatus::Identical; });
    }

    MetadataComparison& m_all;
    const Checkpoint& m_a;
    const Checkpoint& m_b;
    const Work& m_work;
};

} // namespace

MetadataComparison MetadataComparison::compare(
    const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b, const Work& work)
{
    MetadataComparison all;
    all.a = MetadataTree::unfold(StagedEdits(a), work);
    all.b = MetadataTree::unfold(StagedEdits(b), work);
    if (work.stopped())
        return all;
    all.nodes.front().a = all.nodes.front().b = 0;
    Merger(all, *a, *b, work).addChildren(0);
    return all;
}

} // namespace loupe
