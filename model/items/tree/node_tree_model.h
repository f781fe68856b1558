#pragma once

#include <QAbstractItemModel>

#include <cstddef>
#include <cstdint>

namespace loupe {

/// A tree whose nodes are stored in an array, with siblings next to each other. Node 0 is the root, which has no row.
/// An index's internalId() is the number of its node.
class NodeTreeModel : public QAbstractItemModel {
public:
    using QAbstractItemModel::QAbstractItemModel;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const final
    {
        if (!hasIndex(row, column, parent))
            return {};
        return createIndex(row, column, quintptr{linksOf(nodeOf(parent)).firstChild + static_cast<std::uint32_t>(row)});
    }
    QModelIndex parent(const QModelIndex& child) const final
    {
        const std::uint32_t node = child.isValid() ? linksOf(nodeOf(child)).parent : 0;
        return node == 0 ? QModelIndex() : createIndex(static_cast<int>(linksOf(node).row), 0, quintptr{node});
    }
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const final
    {
        return parent.column() > 0 ? 0 : static_cast<int>(linksOf(nodeOf(parent)).childCount);
    }
    Qt::ItemFlags flags(const QModelIndex& index) const final
    {
        if (!index.isValid())
            return Qt::NoItemFlags;
        const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
        return linksOf(nodeOf(index)).childCount > 0 ? flags : flags | Qt::ItemNeverHasChildren;
    }

protected:
    struct Links {
        std::uint32_t parent;
        std::uint32_t row; ///< among its parent's children
        std::uint32_t firstChild;
        std::uint32_t childCount;
    };

    virtual Links linksOf(std::size_t node) const = 0;
    static std::size_t nodeOf(const QModelIndex& index) { return index.isValid() ? index.internalId() : 0; }

    template <typename Node>
    static Links linksIn(const Node& node)
    {
        return {node.parent, node.row, node.firstChild, node.childCount};
    }
};

} // namespace loupe
