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

/// Opens and closes many groups of a tree view in slices, and knows which are open: QTreeView's own ways hold up the
/// window. The row that is looked at keeps its place.
class GroupOpener : public QObject {
    Q_OBJECT

public:
    explicit GroupOpener(OrderedTreeView& view);

    const OpenGroups& open() const { return m_open; }
    /// Whose parts are open, in ascending order.
    const std::vector<NameTree::NodeId>& openTensors() const { return m_tensors; }
    bool isRunning() const { return m_expansion.isRunning(); }
    /// Groups that were not reached stay as they were.
    void stop();
    /// The view is about to rebuild its rows: leaves them as they are.
    void abandon();
    /// The rows were rebuilt, and all groups are closed.
    void reset();

    /// Opens a group and all below it, level by level up to a limit. Where it `reports`, openedInPart() says what stays
    /// closed.
    void expandBelow(NameTree::NodeId group, bool reports);
    void collapseAll();
    /// Opens these, or the rows that show them.
    void expand(OpenGroups::List groups);
    /// Shows the parts of these, as far as they are there.
    void expandTensors(const std::vector<NameTree::NodeId>& tensors);
    /// Opens the groups above a node at once: one after the other, each would move all rows behind it.
    void openAbove(NameTree::NodeId node);
    /// Selects the node, once groups are open if any are being opened.
    void selectWhenOpen(NameTree::NodeId node);

signals:
    /// isRunning() has changed.
    void runningChanged();
    /// A sentence that says how many groups were opened, and how many not; empty once that is no longer so.
    void openedInPart(const QString& sentence);

private:
    /// Where a row is on the screen.
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
    OpenGroups m_open; ///< now, or once m_expansion has finished
    bool m_wasRunning = false; ///< as runningChanged() has reported it
    bool m_isClosing = false; ///< what m_expansion does
    std::optional<NameTree::NodeId> m_wanted; ///< to be selected once groups are open
    std::optional<Place> m_place; ///< while groups are opened or closed
};

} // namespace loupe
