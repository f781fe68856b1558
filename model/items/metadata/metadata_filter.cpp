#include "items/metadata/metadata_filter.h"

#include "items/metadata/metadata_elements.h"

#include <utility>

namespace loupe {

namespace {

class MetadataFilter {
public:
    MetadataFilter(const MetadataTree& all, const StagedEdits& edits, const QString& text, const Work& work)
        : m_all(all)
        , m_edits(edits)
        , m_text(text)
        , m_work(work)
        , m_kept(all.nodes.size())
        , m_isBelow(all.nodes.size())
        , m_found(all.keys.size())
        , m_isSearched(all.keys.size())
    {
    }

    MetadataTree run()
    {
        // Children come after their parents, so one pass is enough.
        for (std::size_t node = 1; node < m_all.nodes.size(); ++node) {
            const MetadataTree::Node& one = m_all.nodes[node];
            m_isBelow[node] = m_isBelow[one.parent] || (one.parent != 0 && keyMatches(m_all.nodes[one.parent]));
            m_kept[node] = m_isBelow[node] || matches(one);
        }
        for (std::size_t key = 0; key < m_all.keys.size() && !m_work.stopped(); ++key)
            searchStored(key);
        for (std::size_t node = m_all.nodes.size(); node-- > 1;) {
            if (m_kept[node])
                m_kept[m_all.nodes[node].parent] = true;
        }
        copyKept();
        collectMatches();
        return std::move(m_tree);
    }

private:
    bool contains(const QString& text) const { return text.contains(m_text, Qt::CaseInsensitive); }
    bool keyMatches(const MetadataTree::Node& node) const
    {
        const bool isElement = node.key.startsWith(u'[');
        return (!isElement || m_text.startsWith(u'[')) && contains(node.key);
    }
    bool matches(const MetadataTree::Node& node) const
    {
        return keyMatches(node) || (node.childCount == 0 && contains(node.value)) || contains(node.meaning);
    }

    /// Also searches elements that are not in the full tree.
    void searchStored(std::size_t key)
    {
        const MetadataTree::Node& parent = m_all.nodes[key + 1];
        if (m_all.keys[key].isWhole || parent.childCount == 0 || keyMatches(parent))
            return;
        const MetadataValue& value = (*m_edits.checkpoint()->metadata)[m_all.keys[key].row].second;
        m_isSearched[key] = true;
        visitElements(*value.stored(), m_work, [&](std::uint64_t number, const QString& text) {
            MetadataTree::Node element = MetadataTree::element(number, text, value.names());
            if (matches(element))
                m_found[key].push_back(std::move(element));
            return m_found[key].size() < MetadataTree::maximumElements;
        });
        if (!m_found[key].empty())
            m_kept[key + 1] = true;
    }

    /// Copies level by level, so that the children of each node are contiguous.
    void copyKept()
    {
        m_origins = {0};
        for (std::uint32_t node = 0; node < m_origins.size(); ++node) {
            const std::uint32_t origin = m_origins[node];
            const auto first = std::uint32_t(m_tree.nodes.size());
            if (origin > 0 && origin <= m_all.keys.size() && m_isSearched[origin - 1])
                copyFound(node, origin - 1);
            else if (origin != nowhere)
                copyChildren(node, m_all.nodes[origin]);
            m_tree.nodes[node].firstChild = first;
            m_tree.nodes[node].childCount = std::uint32_t(m_tree.nodes.size()) - first;
        }
        m_tree.sortKeys();
    }

    void copyFound(std::uint32_t parent, std::uint32_t key)
    {
        std::uint32_t row = 0;
        for (MetadataTree::Node& element : m_found[key])
            add(parent, row++, std::move(element), nowhere);
    }

    void copyChildren(std::uint32_t parent, const MetadataTree::Node& origin)
    {
        std::uint32_t row = 0;
        for (std::uint32_t child = origin.firstChild; child < origin.firstChild + origin.childCount; ++child) {
            if (!m_kept[child])
                continue;
            add(parent, row++, m_all.nodes[child], child);
            if (parent == 0)
                m_tree.keys.push_back(m_all.keys[child - 1]);
        }
    }

    void add(std::uint32_t parent, std::uint32_t row, MetadataTree::Node copy, std::uint32_t origin)
    {
        copy.parent = parent;
        copy.row = row;
        copy.firstChild = copy.childCount = 0;
        m_tree.nodes.push_back(std::move(copy));
        m_origins.push_back(origin);
    }

    /// In row order.
    void collectMatches()
    {
        std::vector<std::uint32_t> open{0};
        while (!open.empty()) {
            const std::uint32_t node = open.back();
            open.pop_back();
            const MetadataTree::Node& one = m_tree.nodes[node];
            if (node != 0 && matches(one))
                m_tree.matches.push_back(node);
            for (std::uint32_t child = one.childCount; child-- > 0;)
                open.push_back(one.firstChild + child);
        }
    }

    static constexpr std::uint32_t nowhere = ~std::uint32_t{0}; ///< the origin of an element that is only in its file

    const MetadataTree& m_all;
    const StagedEdits& m_edits;
    const QString& m_text;
    const Work& m_work;
    std::vector<bool> m_kept; ///< indexed by node
    std::vector<bool> m_isBelow; ///< indexed by node: below a matching key
    std::vector<std::vector<MetadataTree::Node>> m_found; ///< indexed by key
    std::vector<bool> m_isSearched; ///< indexed by key: whether its elements in m_found replace those of the full tree
    MetadataTree m_tree;
    std::vector<std::uint32_t> m_origins; ///< indexed by node of the new tree
};

} // namespace

MetadataTree filtered(const MetadataTree& tree, const StagedEdits& edits, const QString& text, const Work& work)
{
    return MetadataFilter(tree, edits, text, work).run();
}

} // namespace loupe
