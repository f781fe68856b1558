#include "views/tree/group_opener.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/tree/ordered_tree_model.h"
#include "views/tree/expansion_plan.h"
#include "views/tree/ordered_tree_view.h"

#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace loupe {

GroupOpener::GroupOpener(OrderedTreeView& view)
    : QObject(&view)
    , m_view(view)
{
    connect(&view, &QTreeView::expanded, this, &GroupOpener::onExpanded);
    connect(&view, &QTreeView::collapsed, this, &GroupOpener::onCollapsed);
    connect(&m_expansion, &TreeExpansion::finished, this, &GroupOpener::finish);
}

ShownTree GroupOpener::tree() const
{
    return {*m_view.tree(), *m_view.treeModel()->order()};
}

void GroupOpener::abandon()
{
    m_expansion.stop();
    m_place.reset();
    m_wanted.reset();
}

void GroupOpener::reset()
{
    const NameTree* const tree = m_view.tree();
    m_open = OpenGroups(tree ? tree->root() : 0);
    m_tensors.clear();
    emit openedInPart({});
    emitIfRunning();
}

void GroupOpener::expandBelow(NameTree::NodeId from, bool reports)
{
    stop();
    const ShownTree shownTree = tree();
    const TreeOrder& order = shownTree.order;
    ExpansionCost spent;
    if (from != shownTree.root()) {
        spent.add(order, shownTree.root());
        for (const NameTree::NodeId group : m_open.shown().list())
            spent.add(order, group);
    }
    ExpansionPlan plan = planExpansion(shownTree.names, order, from, spent);
    if (reports && plan.left > 0)
        emit openedInPart(
            tr("Opened %1 of %2 groups: all of them at once would make the window slow. Filter to see what is in the "
               "others.")
                .arg(toQString(formatCount(plan.groups.size())),
                    toQString(formatCount(plan.groups.size() + plan.left))));
    else
        emit openedInPart({});
    std::erase_if(plan.groups, [this](NameTree::NodeId group) { return m_open.shown().contains(group); });
    if (reports)
        recordPlace();
    m_open.forgetInside(shownTree, from);
    openGroups(m_open.add(shownTree, plan.groups));
}

void GroupOpener::collapseAll()
{
    if (!m_view.tree())
        return;
    stop();
    emit openedInPart({});
    recordPlace();
    for (const NameTree::NodeId tensor : std::exchange(m_tensors, {}))
        m_view.collapse(m_view.treeModel()->indexOf(tensor));
    const OpenGroups open = std::exchange(m_open, OpenGroups(m_view.tree()->root()));
    closeGroups(open.shown().list());
}

void GroupOpener::expand(OpenGroups::List groups)
{
    const ShownTree shownTree = tree();
    for (NameTree::NodeId& group : groups)
        group = shownTree.order.shown(group);
    std::erase_if(groups, [&](NameTree::NodeId node) { return !shownTree.names.isGroup(node); });
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    if (!isAffordableInside(groups.size()))
        return openGroups(m_open.add(shownTree, groups));
    for (const NameTree::NodeId group : groups)
        m_open.insert(group);
    openGroups(std::move(groups));
}

/// Precondition: the groups are in m_open.
void GroupOpener::openGroups(OpenGroups::List groups)
{
    start(std::move(groups), false);
}

/// Precondition: the groups are no longer in m_open.
void GroupOpener::closeGroups(OpenGroups::List groups)
{
    start(std::move(groups), true);
}

void GroupOpener::expandTensors(const std::vector<NameTree::NodeId>& tensors)
{
    for (const NameTree::NodeId tensor : tensors)
        m_view.expand(m_view.treeModel()->indexOf(tensor));
}

void GroupOpener::start(OpenGroups::List groups, bool closes)
{
    if (groups.empty()) {
        m_place.reset();
        return;
    }
    m_isClosing = closes;
    m_expansion.start(std::move(groups), [this](std::span<const NameTree::NodeId> some) {
        m_view.scheduleDelayedItemsLayout(); // until that is done, the view only records what is open
        for (const NameTree::NodeId group : some)
            m_view.setExpanded(m_view.treeModel()->indexOf(group), !m_isClosing);
    });
    emitIfRunning();
}

void GroupOpener::stop()
{
    if (!isRunning())
        return;
    m_view.scheduleDelayedItemsLayout();
    for (const NameTree::NodeId group : m_expansion.stop()) {
        if (m_isClosing)
            m_view.collapse(m_view.treeModel()->indexOf(group));
        else
            m_open.erase(group);
    }
    finish();
}

void GroupOpener::finish()
{
    m_view.scheduleDelayedItemsLayout(); // the view skips a layout that is due while groups are opened
    m_view.executeDelayedItemsLayout();
    if (const auto wanted = std::exchange(m_wanted, std::nullopt))
        m_view.selectNode(*wanted);
    else
        returnToPlace();
    emitIfRunning();
}

void GroupOpener::selectWhenOpen(NameTree::NodeId node)
{
    if (isRunning())
        m_wanted = node;
    else
        m_view.selectNode(node);
}

void GroupOpener::emitIfRunning()
{
    if (std::exchange(m_wasRunning, isRunning()) != isRunning())
        emit runningChanged();
}

void GroupOpener::openAbove(NameTree::NodeId node)
{
    const ShownTree shownTree = tree();
    OpenGroups::List closed;
    for (NameTree::NodeId group = shownTree.parent(shownTree.order.shown(node)); group != shownTree.root();
         group = shownTree.parent(group)) {
        if (!m_open.shown().contains(group))
            closed.push_back(group);
    }
    if (closed.size() < 2)
        return;
    std::reverse(closed.begin(), closed.end());
    OpenGroups::List groups = m_open.add(shownTree, closed);
    const OpenGroups::List inside = m_open.showInside(shownTree, closed.front());
    groups.insert(groups.end(), inside.begin(), inside.end());
    openGroups(std::move(groups));
}

void GroupOpener::onExpanded(const QModelIndex& index)
{
    const NameTree::NodeId group = OrderedTreeModel::nodeAt(index);
    if (!m_view.treeModel()->isGroup(group)) {
        if (const auto at = std::ranges::lower_bound(m_tensors, group); at == m_tensors.end() || *at != group)
            m_tensors.insert(at, group);
        return;
    }
    m_open.insert(group);
    if (isRunning() || !m_open.hasInside())
        return;
    if (OpenGroups::List inside = m_open.showInside(tree(), group); !inside.empty()) {
        recordPlace();
        openGroups(std::move(inside));
    }
}

void GroupOpener::onCollapsed(const QModelIndex& index)
{
    const NameTree::NodeId group = OrderedTreeModel::nodeAt(index);
    if (!m_view.treeModel()->isGroup(group)) {
        std::erase(m_tensors, group);
        return;
    }
    m_open.erase(group);
    if (isRunning() || isAffordableInside(m_open.shown().size()))
        return;
    if (OpenGroups::List inside = m_open.hideInside(tree(), group); !inside.empty()) {
        recordPlace();
        closeGroups(std::move(inside));
    }
}

/// When QTreeView opens a group that contains open groups, it moves all rows below for each of them.
bool GroupOpener::isAffordableInside(std::size_t groups) const
{
    constexpr std::size_t movedRows = 500'000;
    return groups * (m_view.treeModel()->visibleTensors() + groups) <= movedRows;
}

/// Records the current row if it is visible, else the first visible one.
void GroupOpener::recordPlace()
{
    QModelIndex row = m_view.currentIndex();
    if (!m_view.viewport()->rect().intersects(m_view.visualRect(row)))
        row = m_view.indexAt({0, 0});
    if (row.isValid() && OrderedTreeModel::partAt(row))
        row = row.parent();
    m_place.reset();
    if (row.isValid())
        m_place = Place{OrderedTreeModel::nodeAt(row), m_view.visualRect(row).top()};
}

void GroupOpener::returnToPlace()
{
    const auto place = std::exchange(m_place, std::nullopt);
    if (!place)
        return;
    QModelIndex row = m_view.treeModel()->indexOf(place->node);
    for (QModelIndex group = row.parent(); group.isValid(); group = group.parent()) {
        if (!m_view.isExpanded(group))
            row = group;
    }
    QScrollBar* const bar = m_view.verticalScrollBar();
    bar->setValue(bar->value() + m_view.visualRect(row).top() - place->top);
}

} // namespace loupe
