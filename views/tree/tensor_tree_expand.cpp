// How TensorTreeView opens and closes many groups without holding up the window.

#include "views/tree/tensor_tree_view.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/tree/tensor_tree_model.h"
#include "views/tree/expansion_plan.h"
#include "views/tree/tree_expansion.h"

#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace loupe {

void TensorTreeView::expandAll()
{
    if (m_model->checkpoint())
        expandPlanned(m_model->checkpoint()->tree.root(), true);
}

void TensorTreeView::expandBelow(NameTree::NodeId group)
{
    expandPlanned(group, true);
}

void TensorTreeView::expandPlanned(NameTree::NodeId from, bool reports)
{
    stopExpanding();
    const NameTree& tree = m_model->checkpoint()->tree;
    const TreeOrder& order = *m_model->order();
    ExpansionCost spent;
    if (from != tree.root()) {
        spent.add(order, tree.root());
        for (const NameTree::NodeId group : m_open.shown().list())
            spent.add(order, group);
    }
    ExpansionPlan plan = planExpansion(tree, order, from, spent);
    if (reports && plan.left > 0)
        emit expandedInPart(
            tr("Opened %1 of %2 groups: all of them at once would make the window slow. Filter to see what is in the "
               "others.")
                .arg(toQString(formatCount(plan.groups.size())),
                    toQString(formatCount(plan.groups.size() + plan.left))));
    else
        emit expandedInPart({});
    std::erase_if(plan.groups, [this](NameTree::NodeId group) { return m_open.shown().contains(group); });
    if (reports)
        recordPlace();
    m_open.forgetInside(tree, from);
    openGroups(m_open.add(tree, plan.groups));
}

void TensorTreeView::collapseAll()
{
    if (!m_model->checkpoint())
        return;
    stopExpanding();
    emit expandedInPart({});
    recordPlace();
    const OpenGroups open = std::exchange(m_open, OpenGroups(m_model->checkpoint()->tree.root()));
    closeGroups(open.shown().list());
}

bool TensorTreeView::isExpanding() const
{
    return m_expansion->isRunning();
}

/// Precondition: they are in m_open.
void TensorTreeView::openGroups(OpenGroups::List groups)
{
    if (groups.empty()) {
        m_place.reset();
        return;
    }
    m_isClosing = false;
    m_expansion->start(std::move(groups), [this](std::span<const NameTree::NodeId> some) {
        scheduleDelayedItemsLayout(); // until that is done, expanding only takes notes
        for (const NameTree::NodeId group : some)
            expand(m_model->indexOf(group));
    });
    emitIfExpanding();
}

/// Precondition: they are no longer in m_open.
void TensorTreeView::closeGroups(OpenGroups::List groups)
{
    if (groups.empty()) {
        m_place.reset();
        return;
    }
    m_isClosing = true;
    m_expansion->start(std::move(groups), [this](std::span<const NameTree::NodeId> some) {
        scheduleDelayedItemsLayout();
        for (const NameTree::NodeId group : some)
            collapse(m_model->indexOf(group));
    });
    emitIfExpanding();
}

void TensorTreeView::stopExpanding()
{
    if (!isExpanding())
        return;
    scheduleDelayedItemsLayout();
    for (const NameTree::NodeId group : m_expansion->stop()) {
        if (m_isClosing)
            collapse(m_model->indexOf(group));
        else
            m_open.erase(group);
    }
    endExpansion();
}

void TensorTreeView::endExpansion()
{
    scheduleDelayedItemsLayout(); // one that was due meanwhile was left out
    executeDelayedItemsLayout();
    if (const auto wanted = std::exchange(m_wanted, std::nullopt))
        selectNode(*wanted);
    else
        returnToPlace();
    emitIfExpanding();
}

void TensorTreeView::selectWhenOpen(NameTree::NodeId node)
{
    if (isExpanding())
        m_wanted = node;
    else
        selectNode(node);
}

void TensorTreeView::emitIfExpanding()
{
    if (std::exchange(m_wasExpanding, isExpanding()) != isExpanding())
        emit expandingChanged();
}

/// While notes are taken the rows stay as they are.
void TensorTreeView::doItemsLayout()
{
    if (isExpanding() && isLaidOut())
        return;
    IndentedTree::doItemsLayout();
}

void TensorTreeView::reset()
{
    m_expansion->stop();
    m_place.reset();
    m_wanted.reset();
    IndentedTree::reset();
    emit expandedInPart({});
    emitIfExpanding();
}

/// One after the other, each would move all rows behind it.
void TensorTreeView::openAbove(NameTree::NodeId node)
{
    const NameTree& tree = m_model->checkpoint()->tree;
    OpenGroups::List closed;
    for (NameTree::NodeId group = tree.parent(node); group != tree.root(); group = tree.parent(group)) {
        if (!m_open.shown().contains(group))
            closed.push_back(group);
    }
    if (closed.size() < 2)
        return;
    std::reverse(closed.begin(), closed.end());
    OpenGroups::List groups = m_open.add(tree, closed);
    const OpenGroups::List inside = m_open.showInside(tree, closed.front());
    groups.insert(groups.end(), inside.begin(), inside.end());
    openGroups(std::move(groups));
}

void TensorTreeView::onExpanded(const QModelIndex& index)
{
    m_open.insert(m_model->nodeAt(index));
    if (isExpanding() || !m_open.hasInside())
        return;
    if (OpenGroups::List inside = m_open.showInside(m_model->checkpoint()->tree, m_model->nodeAt(index));
        !inside.empty()) {
        recordPlace();
        openGroups(std::move(inside));
    }
}

void TensorTreeView::onCollapsed(const QModelIndex& index)
{
    m_open.erase(m_model->nodeAt(index));
    if (isExpanding())
        return;
    if (isAffordableInside(m_open.shown().size()))
        return;
    if (OpenGroups::List inside = m_open.hideInside(m_model->checkpoint()->tree, m_model->nodeAt(index));
        !inside.empty()) {
        recordPlace();
        closeGroups(std::move(inside));
    }
}

/// A QTreeView that opens a group with open groups inside moves, for each of these, all rows behind it.
bool TensorTreeView::isAffordableInside(std::size_t groups) const
{
    constexpr std::size_t movedRows = 500'000;
    return groups * (m_model->visibleTensors() + groups) <= movedRows;
}

/// Records the current row if it is on the screen, else the first one.
void TensorTreeView::recordPlace()
{
    QModelIndex row = currentIndex();
    if (!viewport()->rect().intersects(visualRect(row)))
        row = indexAt({0, 0});
    m_place.reset();
    if (row.isValid())
        m_place = Place{m_model->nodeAt(row), visualRect(row).top()};
}

void TensorTreeView::returnToPlace()
{
    const auto place = std::exchange(m_place, std::nullopt);
    if (!place)
        return;
    QModelIndex row = m_model->indexOf(place->node);
    for (QModelIndex group = row.parent(); group.isValid(); group = group.parent()) {
        if (!isExpanded(group))
            row = group;
    }
    verticalScrollBar()->setValue(verticalScrollBar()->value() + visualRect(row).top() - place->top);
}

} // namespace loupe
