#pragma once

#include "views/tree/open_groups.h"
#include "views/tree/tree_expansion.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace loupe {

class OrderedTreeView;

/// Opens and closes many groups of a tree view in slices, because QTreeView's own functions would block the window.
/// Keeps track of the open groups, and keeps the row that the user looks at in place.
class GroupOpener : public QObject {
    Q_OBJECT

public:
    explicit GroupOpener(OrderedTreeView& view);

    const OpenGroups& open() const { return m_open; }
    /// The tensors whose parts are shown, in ascending order.
    const std::vector<NameTree::NodeId>& openTensors() const { return m_tensors; }
    bool isRunning() const { return m_expansion.isRunning(); }
    /// Groups that were not reached stay as they were.
    void stop();
    /// Stops without touching rows, because the view is about to rebuild them.
    void abandon();
    /// Call after the rows were rebuilt and all groups are closed.
    void reset();

    /// Opens a group and all groups below it, level by level up to a limit. If `reports`, openedInPart() says what
    /// stays closed.
    void expandBelow(NameTree::NodeId group, bool reports);
    void collapseAll();
    /// Opens these groups, or the rows that represent them.
    void expand(OpenGroups::List groups);
    /// Shows the parts of these tensors if they have rows.
    void expandTensors(const std::vector<NameTree::NodeId>& tensors);
    /// Opens all groups above a node in one step. One by one, each would move all rows below it.
    void openAbove(NameTree::NodeId node);
    /// Selects the node, after any running expansion has finished.
    void selectWhenOpen(NameTree::NodeId node);

signals:
    /// isRunning() has changed.
    void runningChanged();
    /// Says how many groups were opened and how many were not; empty once that no longer applies.
    void openedInPart(const QString& sentence);

private:
    /// A row's position on the screen; `top` in pixels.
    struct Place {
        NameTree::NodeId node = 0;
        int top = 0;
    };

    /// Precondition: the view has a tree.
    ShownTree tree() const;
    void openGroups(OpenGroups::List groups);
    void closeGroups(OpenGroups::List groups);
    void start(OpenGroups::List groups, bool closes);
    void finish();
    void emitIfRunning();
    void onExpanded(const QModelIndex& index);
    void onCollapsed(const QModelIndex& index);
    bool isAffordableInside(std::size_t groups) const;
    void recordPlace();
    void returnToPlace();

    OrderedTreeView& m_view;
    TreeExpansion m_expansion;
    std::vector<NameTree::NodeId> m_tensors; ///< in ascending order; opened one by one, so there are few
    OpenGroups m_open; ///< groups that are open now, or will be once m_expansion has finished
    bool m_wasRunning = false; ///< the last state that runningChanged() reported
    bool m_isClosing = false; ///< m_expansion closes groups
    std::optional<NameTree::NodeId> m_wanted; ///< the node to select once groups are open
    std::optional<Place> m_place; ///< set while groups are opened or closed
};

} // namespace loupe
