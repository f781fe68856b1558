#pragma once

#include "items/tree/node_choice.h"
#include "items/tree/tensor_tree_model.h"
#include "saving/recipe/staged_edits.h"
#include "views/kit/indented_tree.h"
#include "views/tree/node_names.h"
#include "views/tree/open_groups.h"

#include <QElapsedTimer>
#include <QItemSelectionModel>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

class TreeExpansion;

/// The tensors as a tree. What was expanded and current comes through sorting, filtering and a reload of the same path,
/// as far as it is still there: up to a number of groups, so that no model holds the window up. Actions that are added
/// to the view stand in its context menu.
class TensorTreeView : public IndentedTree {
    Q_OBJECT

public:
    /// When the same path was read again, so many groups are looked at to see which were open.
    static constexpr NameTree::NodeId rememberedGroups = namedGroups;

    explicit TensorTreeView(QWidget* parent = nullptr);
    ~TensorTreeView() override;

    /// The view does not own it. To be called once.
    void setTensorModel(TensorTreeModel* model);
    TensorTreeModel* tensorModel() const { return m_model; }

    /// The node of the current row; nothing where there is none.
    std::optional<NameTree::NodeId> currentNode() const;
    /// The tensor of the current row; nothing where that is a group or there is none.
    std::optional<std::uint32_t> currentTensor() const;
    /// The selected tensors without groups, in the order of the rows; at most maximumCopiedRows.
    std::vector<std::uint32_t> selectedTensors() const;
    /// All selected rows, whatever their number.
    NodeChoice chosen() const;
    /// These were saved over what is shown: when that is read again, groups stay open under their new names.
    void onSaved(const StagedEdits& edits) { m_saved = edits; }
    /// Something is staged about what is chosen; also where so many rows are that only some were looked at.
    bool isChosenEdited() const;
    /// Makes a node current, alone selected and visible. False where the filter hides it: then no row is selected.
    bool selectNode(NameTree::NodeId node);

    /// Whole names of the selected rows, one on each line; at most maximumCopiedRows, and then a last line says so.
    QString selectedNames() const;
    void copyNames() const;

    /// Opens all groups, level by level up to a limit, in slices: these take the place of QTreeView's own,
    /// which hold up the window. What stays closed is told by expandedInPart(). The row that is looked at keeps its
    /// place.
    void expandAll();
    /// The same of a group and all below it; the key `*`.
    void expandBelow(NameTree::NodeId group);
    void collapseAll();
    bool isExpanding() const;
    /// Groups that were not reached stay as they were.
    void stopExpanding();

    /// Sorts by nothing but the names' own order, and the header shows that.
    void showNaturalOrder();
    /// Goes to the next row that begins so; among the many rows of a large model only the nearest are looked at.
    void keyboardSearch(const QString& search) override;

    /// The sentence shown where there are no rows.
    void setEmptyText(const QString& sentence);
    QString emptyText() const { return m_emptyText; }

    /// Column widths, order and visibility, and what of it was chosen by hand; for settings.
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);

    void selectAll() override;

    QSize sizeHint() const override;
    void doItemsLayout() override;
    void reset() override;

signals:
    /// Another row is the current one: a tensor, a group, or none.
    void currentNodeChanged(std::optional<loupe::NameTree::NodeId> node);
    /// The same, in terms of tensors; nothing for groups.
    void currentTensorChanged(std::optional<std::uint32_t> tensor);
    /// isExpanding() is another.
    void expandingChanged();
    /// A sentence that says how many groups were opened, and how many not; empty once that is no longer so.
    void expandedInPart(const QString& sentence);
    /// Return or a double click on a tensor.
    void tensorActivated(std::uint32_t tensor);
    /// From the context menu.
    void digestRequested(std::uint32_t tensor);
    void hexRequested(std::uint32_t tensor);
    /// The selected rows.
    void exportRequested();
    /// The selected rows are being dragged, and the button is still held.
    void dragRequested();

protected:
    void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void fitColumns() override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Where a row is on the screen.
    struct Place {
        NameTree::NodeId node = 0;
        int top = 0;
    };

    bool isDragHandle(const QMouseEvent& event) const;
    void rememberState();
    void restoreState();
    void startOver();
    void carryOver(const OpenedCheckpoint& before);
    void forgetCurrent();
    void expandRemembered();
    void expandPlanned(NameTree::NodeId from, bool reports);
    void openGroups(OpenGroups::List groups);
    void closeGroups(OpenGroups::List groups);
    void selectWhenOpen(NameTree::NodeId node);
    bool isAffordableInside(std::size_t groups) const;
    void openAbove(NameTree::NodeId node);
    void emitIfExpanding();
    void onExpanded(const QModelIndex& index);
    void onCollapsed(const QModelIndex& index);
    void endExpansion();
    QModelIndex lastRow() const;
    void selectBetween(const QModelIndex& first, const QModelIndex& last, QItemSelectionModel::SelectionFlags command);
    void recordPlace();
    void returnToPlace();
    void showSorting();
    void expandFirstLevels();
    void setUpColumns();
    void setDefaultWidths();
    void onColumnResized(int column, int before, int after);
    void onColumnShown(int column);
    bool mayGiveWay(int column) const;
    bool gaveWay(int column) const { return m_gaveWay[static_cast<std::size_t>(column)] > 0; }
    void bringBack(int column);
    void showHealth();
    void showShards();
    void leaveHiddenShards();
    void showHeaderMenu(QPoint position);
    void copySnippet(std::uint32_t tensor, int library) const;

    TensorTreeModel* m_model = nullptr;
    OpenedCheckpointPtr m_before; ///< while the model resets: what it has shown
    OpenGroups m_open; ///< now
    OpenGroups::List m_remembered; ///< open without the filter
    TreeExpansion* m_expansion;
    bool m_wasExpanding = false; ///< when expandingChanged() was last thought of
    bool m_isClosing = false; ///< what m_expansion is about
    std::optional<NameTree::NodeId> m_wanted; ///< to be current once groups are open
    std::optional<Place> m_place; ///< while groups are opened or closed
    std::optional<NameTree::NodeId> m_current;
    std::optional<QPoint> m_pressed; ///< where the button went down on what is selected, until it is let go
    bool m_isDragged = false; ///< since then
    QString m_emptyText;
    QString m_typed; ///< what is being searched for
    QElapsedTimer m_typing; ///< since its last letter
    std::optional<int> m_chosenName; ///< the width of the name column, once the user has set it
    unsigned m_chosen = 0; ///< bits of columns that the user wants to see, however little room there is
    std::array<int, TensorTreeModel::ColumnCount> m_gaveWay = {}; ///< widths of columns hidden for want of room, else 0
    bool m_fitting = false;
    bool m_hasHealth = false; ///< the column Health had something to say when it was last asked
    bool m_isSharded = false; ///< the same of the column Shard
    StagedEdits m_saved; ///< what is about to be read again is the checkpoint with these
};

} // namespace loupe
