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

/// The tensors as a tree. Expanded groups and the current row are kept through sorting, filtering and a reload of the
/// same path, if they still exist. The number of groups is limited, so that no model can block the window. Actions
/// added to the view appear in its context menu.
class TensorTreeView : public OrderedTreeView {
    Q_OBJECT

public:
    explicit TensorTreeView(QWidget* parent = nullptr);
    ~TensorTreeView() override;

    /// Call once. The view does not own the model.
    void setTensorModel(TensorTreeModel* model);
    TensorTreeModel* tensorModel() const { return m_model; }

    /// The tensor of the current row or current part; empty for a group or without a current row.
    std::optional<std::uint32_t> currentTensor() const;
    /// The selected tensors, without groups, in row order; at most maximumCopiedRows.
    std::vector<std::uint32_t> selectedTensors() const;
    /// The nodes of all selected rows except parts, without a limit.
    NodeChoice chosen() const;
    bool isAnyChosen() const;
    /// Call after these edits were saved over the shown file: when it is read again, groups stay open under their new
    /// names.
    void onSaved(const StagedEdits& edits) { m_saved = edits; }
    /// True if the selection has pending edits. Also true if there are too many rows to check all of them.
    bool isChosenEdited() const;
    /// Makes a node current, selects only it, and scrolls to it. If the filter hides it, clears the selection and
    /// returns false.
    bool selectNode(NameTree::NodeId node) override;

    /// Column widths, order and visibility, and which of them the user set; for the settings.
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);

    QSize sizeHint() const override;

signals:
    /// The current row has changed to a tensor, a group, or none.
    void currentNodeChanged(std::optional<loupe::NameTree::NodeId> node);
    /// The current part of the current node has changed. Empty: the node itself, or none. Emitted after
    /// currentNodeChanged().
    void currentPartChanged(std::optional<std::uint32_t> part);
    /// The user pressed Return or double-clicked on a tensor or a part.
    void tensorActivated(std::uint32_t tensor);
    /// Chosen in the context menu.
    void digestRequested(std::uint32_t tensor);
    void hexRequested(std::uint32_t tensor);
    /// The user wants to export the selected rows.
    void exportRequested();
    /// The user is dragging the selected rows, with the button still held.
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
    /// The state of one of the trees without a filter.
    struct Remembered {
        std::shared_ptr<const NameTree> tree; ///< null: not shown yet
        OpenGroups::List open;
        std::vector<NameTree::NodeId> tensors; ///< tensors whose parts are open
        // Set when the same path is read again, until its tree is ready.
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
    TensorTreeColumns* m_columns = nullptr; ///< set together with the model
    OpenedCheckpointPtr m_before; ///< set while the model resets: the previous checkpoint
    std::shared_ptr<const NameTree> m_treeBefore; ///< set while the model resets: the previous tree
    std::array<Remembered, 2> m_remembered; ///< for the tree of names, and for the tree of families
    std::optional<NameTree::NodeId> m_current;
    std::optional<std::uint32_t> m_currentPart;
    std::optional<QPoint> m_pressed; ///< where the button was pressed on a selected row; empty after the release
    bool m_isDragged = false; ///< a drag has started since m_pressed was set
    StagedEdits m_saved; ///< edits that are in the file that is about to be read again
};

} // namespace loupe
