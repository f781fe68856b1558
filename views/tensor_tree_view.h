#pragma once

#include "items/opened_checkpoint.h"

#include <QElapsedTimer>
#include <QTreeView>

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

namespace loupe {

class TensorTreeModel;

/// The tensors as a tree. What was expanded and current comes through sorting, filtering and a reload of the same path,
/// as far as it is still there: up to a number of groups, so that no model holds the window up.
class TensorTreeView : public QTreeView {
    Q_OBJECT

public:
    /// So many groups are looked at to see which are open.
    static constexpr NameTree::NodeId rememberedGroups = 20'000;

    explicit TensorTreeView(QWidget* parent = nullptr);

    /// The view does not own it. To be called once.
    void setTensorModel(TensorTreeModel* model);

    /// The node of the current row; nothing where there is none.
    std::optional<NameTree::NodeId> currentNode() const;
    /// The tensor of the current row; nothing where that is a group or there is none.
    std::optional<std::uint32_t> currentTensor() const;
    /// Of the selected rows, groups left out, in the order of the rows; at most maximumCopiedRows.
    std::vector<std::uint32_t> selectedTensors() const;
    /// Makes a node current, alone selected and visible. False where the filter hides it.
    bool selectNode(NameTree::NodeId node);

    /// Whole names of the selected rows, one on each line; at most maximumCopiedRows, and then a last line says so.
    QString selectedNames() const;
    void copyNames() const;

    /// Sorts by nothing but the names' own order, and the header shows that.
    void showNaturalOrder();
    /// Goes to the next row that begins so; among the many rows of a large model only the nearest are looked at.
    void keyboardSearch(const QString& search) override;

    /// The sentence shown where there are no rows.
    void setEmptyText(const QString& sentence);
    QString emptyText() const { return m_emptyText; }

    /// Column widths, order and visibility, and whether the name's width was set by hand; for settings.
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);

    QSize sizeHint() const override;

signals:
    /// Another row is the current one: a tensor, a group, or none.
    void currentNodeChanged(std::optional<loupe::NameTree::NodeId> node);
    /// The same, in terms of tensors; nothing for groups.
    void currentTensorChanged(std::optional<std::uint32_t> tensor);
    /// Return or a double click on a tensor.
    void tensorActivated(std::uint32_t tensor);
    /// From the context menu.
    void digestRequested(std::uint32_t tensor);
    void hexRequested(std::uint32_t tensor);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void rememberState();
    void restoreState();
    void startOver();
    void carryOver(const OpenedCheckpoint& before);
    void forgetCurrent();
    void expandRemembered();
    void showSorting();
    void expandFirstLevels();
    void setDefaultWidths();
    void fitNameColumn();
    void showHealth();
    void showHeaderMenu(QPoint position);
    void copySnippet(std::uint32_t tensor, int library) const;

    TensorTreeModel* m_model = nullptr;
    OpenedCheckpointPtr m_before; ///< while the model resets: what it has shown
    std::unordered_set<NameTree::NodeId> m_expanded; ///< groups, apart from what a filter opens; not all of very many
    std::optional<NameTree::NodeId> m_current;
    QString m_emptyText;
    QString m_typed; ///< what is being searched for
    QElapsedTimer m_typing; ///< since its last letter
    bool m_fitsName = true; ///< until the user sets the width of the name column
    bool m_fitting = false;
    bool m_hasHealth = false; ///< the column Health had something to say when it was last asked
};

} // namespace loupe
