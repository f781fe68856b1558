#pragma once

#include "items/tree/node_choice.h"
#include "items/tree/tensor_tree_model.h"
#include "saving/recipe/staged_edits.h"
#include "views/tree/node_names.h"
#include "views/tree/open_groups.h"
#include "views/tree/ordered_tree_view.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

class TensorTreeColumns;

/// The tensors as a tree. What was expanded and current comes through sorting, filtering and a reload of the same path,
/// as far as it is still there: up to a number of groups, so that no model holds the window up. Actions that are added
/// to the view stand in its context menu.
class TensorTreeView : public OrderedTreeView {
    Q_OBJECT

public:
    explicit TensorTreeView(QWidget* parent = nullptr);
    ~TensorTreeView() override;

    /// The view does not own it. To be called once.
    void setTensorModel(TensorTreeModel* model);
    TensorTreeModel* tensorModel() const { return m_model; }

    /// The tensor of the current row, also of a part's; nothing if that is a group or there is none.
    std::optional<std::uint32_t> currentTensor() const;
    /// The selected tensors without groups, in the order of the rows; at most maximumCopiedRows.
    std::vector<std::uint32_t> selectedTensors() const;
    /// All selected rows but those of parts, whatever their number.
    NodeChoice chosen() const;
    bool isAnyChosen() const;
    /// These were saved over what is shown: when that is read again, groups stay open under their new names.
    void onSaved(const StagedEdits& edits) { m_saved = edits; }
    /// Something is staged about what is chosen; also where there are so many rows that only some were looked at.
    bool isChosenEdited() const;
    /// Makes a node current, alone selected and visible. False where the filter hides it: then no row is selected.
    bool selectNode(NameTree::NodeId node) override;

    /// Column widths, order and visibility, and what of it was chosen by hand; for settings.
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);

    QSize sizeHint() const override;

signals:
    /// Another row is the current one: a tensor, a group, or none.
    void currentNodeChanged(std::optional<loupe::NameTree::NodeId> node);
    /// Another part of the current node is the current row; nothing: the node itself, or none. Comes after the node.
    void currentPartChanged(std::optional<std::uint32_t> part);
    /// Return or a double click on a tensor or a part.
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
    /// What is open in one of the trees without the filter.
    struct Remembered {
        std::shared_ptr<const NameTree> tree; ///< null: not shown yet
        OpenGroups::List open;
        std::vector<NameTree::NodeId> tensors; ///< whose parts are open
        // Where the same path was read again, until its tree is there.
        NodeNames paths;
        std::optional<std::string> current;
    };

    bool showsFamilies() const;
    Remembered& remembered() { return m_remembered[showsFamilies() ? 1 : 0]; }
    bool isDragHandle(const QMouseEvent& event) const;
    void rememberState();
    void restoreState();
    void startOver();
    void carryOver(const OpenedCheckpoint& before, const NameTree& treeBefore);
    void forgetCurrent();
    void expandFound();
    void expandRemembered();
    void showSorting();
    void expandFirstLevels();

    TensorTreeModel* m_model = nullptr;
    TensorTreeColumns* m_columns = nullptr; ///< once there is a model
    OpenedCheckpointPtr m_before; ///< while the model resets: what it has shown
    std::shared_ptr<const NameTree> m_treeBefore; ///< the same
    std::array<Remembered, 2> m_remembered; ///< in the tree of names, and in that of families
    std::optional<NameTree::NodeId> m_current;
    std::optional<std::uint32_t> m_currentPart;
    std::optional<QPoint> m_pressed; ///< where the button went down on what is selected, until it is let go
    bool m_isDragged = false; ///< since then
    StagedEdits m_saved; ///< what is about to be read again is the checkpoint with these
};

} // namespace loupe
