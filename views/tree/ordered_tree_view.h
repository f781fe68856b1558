#pragma once

#include "items/tree/ordered_tree_model.h"
#include "views/kit/indented_tree.h"

#include <QElapsedTimer>
#include <QItemSelectionModel>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

class FilterOffers;
class GroupOpener;

/// A view of an OrderedTreeModel. Limits what QTreeView does row by row (expand all, type-ahead, select all, rubber
/// band), so that no model can block the window.
class OrderedTreeView : public IndentedTree {
    Q_OBJECT

public:
    explicit OrderedTreeView(QWidget* parent = nullptr);
    ~OrderedTreeView() override;

    OrderedTreeModel* treeModel() const { return m_treeModel; }
    /// The model's tree; null if it has none.
    const NameTree* tree() const;

    /// The node of the current row; for a part, its tensor. Empty if there is no current row.
    std::optional<NameTree::NodeId> currentNode() const;
    /// The index of the current part; empty if the current row is not a part.
    std::optional<std::uint32_t> currentPart() const;
    /// Makes a node current, selects only it, and scrolls to it. Returns false and changes nothing if the filter hides
    /// it.
    virtual bool selectNode(NameTree::NodeId node);
    /// As selectNode(), for a part of a tensor.
    bool selectPart(NameTree::NodeId tensor, std::uint32_t part);
    /// Selects several nodes and makes the first one current. Skips nodes that the filter hides. Returns false and
    /// changes nothing if all are hidden.
    bool selectNodes(std::span<const NameTree::NodeId> nodes);

    /// Opens all groups, level by level up to a limit, in slices. expandedInPart() says what stays closed.
    void expandAll();
    /// As expandAll(), for a group and all groups below it; also the key `*`.
    void expandBelow(NameTree::NodeId group);
    void collapseAll();
    bool isExpanding() const;
    /// Groups that were not reached stay as they were.
    void stopExpanding();

    /// Goes to the next row that starts with `search`; if there are many rows, only the nearest are searched.
    void keyboardSearch(const QString& search) override;
    void selectAll() override;

    /// Copies selectedNames() to the clipboard.
    void copyNames() const;

    /// Shown while there are no rows.
    void setEmptyText(const QString& sentence);
    /// Adds links below the empty text: use the filter `instead`, unless it is empty, or no filter.
    void offerFilters(const QString& instead);
    void offerNoFilters();
    QString emptyText() const { return m_emptyText; }

    void doItemsLayout() override;
    void reset() override;

signals:
    /// The user chose an offered filter; empty: no filter.
    void filterWanted(const QString& filter);
    /// isExpanding() has changed.
    void expandingChanged();
    /// Says how many groups were opened and how many were not; empty once that no longer applies.
    void expandedInPart(const QString& sentence);

protected:
    /// Call once. The view does not own the model.
    void setTreeModel(OrderedTreeModel* model);
    GroupOpener& opener() const { return *m_opener; }
    /// The nodes of all selected rows except parts, without a limit.
    std::vector<NameTree::NodeId> selectedNodes() const;

    void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Prevents a row from becoming current just because the view gets the focus.
    void focusInEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    friend class GroupOpener; // it schedules and runs the layout of rows

    void selectRow(const QModelIndex& index);
    bool isEmpty() const;
    void placeOffers();
    QRect emptyTextRect() const;
    QModelIndex lastRow() const;
    void selectBetween(const QModelIndex& first, const QModelIndex& last, QItemSelectionModel::SelectionFlags command);

    OrderedTreeModel* m_treeModel = nullptr;
    GroupOpener* m_opener;
    FilterOffers* m_offers = nullptr; ///< created on demand
    QString m_emptyText;
    QString m_typed; ///< the type-ahead text
    QElapsedTimer m_typing; ///< time since its last letter
};

} // namespace loupe
