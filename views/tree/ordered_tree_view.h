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

/// The rows of an OrderedTreeModel. What QTreeView does row by row (open all, type-ahead, select all, rubber band) is
/// bounded here, so that no model holds the window up.
class OrderedTreeView : public IndentedTree {
    Q_OBJECT

public:
    explicit OrderedTreeView(QWidget* parent = nullptr);
    ~OrderedTreeView() override;

    OrderedTreeModel* treeModel() const { return m_treeModel; }
    /// The model's; null if it has none.
    const NameTree* tree() const;

    /// The node of the current row, of a part's row its tensor; nothing if there is none.
    std::optional<NameTree::NodeId> currentNode() const;
    /// Which of its parts the current row is; nothing if it is the node itself.
    std::optional<std::uint32_t> currentPart() const;
    /// Makes a node current, alone selected and visible. False where the filter hides it: nothing changes then.
    virtual bool selectNode(NameTree::NodeId node);
    /// The same for a part of a tensor.
    bool selectPart(NameTree::NodeId tensor, std::uint32_t part);
    /// Selects several nodes and makes the first of them current. Skips those that the filter hides: false, and nothing
    /// changes, if it hides all.
    bool selectNodes(std::span<const NameTree::NodeId> nodes);

    /// Opens all groups, level by level up to a limit, in slices. expandedInPart() says what stays closed.
    void expandAll();
    /// The same for a group and all below it; the key `*`.
    void expandBelow(NameTree::NodeId group);
    void collapseAll();
    bool isExpanding() const;
    /// Groups that were not reached stay as they were.
    void stopExpanding();

    /// Goes to the next row that begins so; among many rows only the nearest are looked at.
    void keyboardSearch(const QString& search) override;
    void selectAll() override;

    /// selectedNames(), into the clipboard.
    void copyNames() const;

    /// The sentence shown where there are no rows.
    void setEmptyText(const QString& sentence);
    /// Beneath it, for one click: another filter, where there is one, and none.
    void offerFilters(const QString& instead);
    void offerNoFilters();
    QString emptyText() const { return m_emptyText; }

    void doItemsLayout() override;
    void reset() override;

signals:
    /// A filter that was offered was chosen; empty: none.
    void filterWanted(const QString& filter);
    /// isExpanding() has changed.
    void expandingChanged();
    /// A sentence that says how many groups were opened, and how many not; empty once that is no longer so.
    void expandedInPart(const QString& sentence);

protected:
    /// The view does not own the model. To be called once.
    void setTreeModel(OrderedTreeModel* model);
    GroupOpener& opener() const { return *m_opener; }
    /// All selected rows but those of parts, whatever their number.
    std::vector<NameTree::NodeId> selectedNodes() const;

    void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Keeps rows that nobody chose from becoming the current one.
    void focusInEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    friend class GroupOpener; // it says when rows are laid out

    void selectRow(const QModelIndex& index);
    bool isEmpty() const;
    void placeOffers();
    QRect emptyTextRect() const;
    QModelIndex lastRow() const;
    void selectBetween(const QModelIndex& first, const QModelIndex& last, QItemSelectionModel::SelectionFlags command);

    OrderedTreeModel* m_treeModel = nullptr;
    GroupOpener* m_opener;
    FilterOffers* m_offers = nullptr; ///< null while none were made
    QString m_emptyText;
    QString m_typed; ///< what is being searched for
    QElapsedTimer m_typing; ///< since its last letter
};

} // namespace loupe
