#pragma once

#include "items/tree/node_choice.h"
#include "items/tree/tensor_tree_model.h"
#include "saving/recipe/staged_edits.h"
#include "views/tree/node_names.h"
#include "views/tree/open_groups.h"
#include "views/tree/ordered_tree_view.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

class TensorTreeColumns;

/// The tensors as a tree. What was expanded and current comes through sorting, filtering and a reload of the same path,
/// as far as it is still there: up to a number of groups, so that no model holds the window up. Actions that are added
/// to the view stand in its context menu.
class TensorTreeView : public OrderedTreeView {
    Q_OBJECT

public:
    /// When the same path was read again, so many groups are looked at to see which were open.

    explicit TensorTreeView(QWidget* parent = nullptr);
    ~TensorTreeView() override;

    /// The view does not own it. To be called once.
    void setTensorModel(TensorTreeModel* model);
    TensorTreeModel* tensorModel() const { return m_model; }

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
    bool selectNode(NameTree::NodeId node) override;

    /// Whole names of the selected rows, one on each line; at most maximumCopiedRows, and then a last line says so.
    QString selectedNames() const;
    void copyNames() const;

    /// Column widths, order and visibility, and what of it was chosen by hand; for settings.
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);

    QSize sizeHint() const override;

signals:
    /// Another row is the current one: a tensor, a group, or none.
    void currentNodeChanged(std::optional<loupe::NameTree::NodeId> node);
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
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void fitColumns() override;
    void changeEvent(QEvent* event) override;

private:
    bool isDragHandle(const QMouseEvent& event) const;
    void rememberState();
    void restoreState();
    void startOver();
    void carryOver(const OpenedCheckpoint& before);
    void forgetCurrent();
    void expandRemembered();
    void showSorting();
    void expandFirstLevels();

    TensorTreeModel* m_model = nullptr;
    TensorTreeColumns* m_columns = nullptr; ///< once there is a model
    OpenedCheckpointPtr m_before; ///< while the model resets: what it has shown
    OpenGroups::List m_remembered; ///< open without the filter
    std::optional<NameTree::NodeId> m_current;
    std::optional<QPoint> m_pressed; ///< where the button went down on what is selected, until it is let go
    bool m_isDragged = false; ///< since then
    StagedEdits m_saved; ///< what is about to be read again is the checkpoint with these
};

} // namespace loupe
