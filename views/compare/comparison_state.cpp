// Keeps ComparisonView's expanded rows and current row when its model changes.

#include "core/text/block_number.h"
#include "items/compare/comparison_model.h"
#include "views/compare/comparison_view.h"

#include <QScrollBar>

#include <utility>

namespace loupe {

void ComparisonView::rememberCurrent()
{
    m_wanted = currentNode();
    m_wantedIn = m_model.results();
    m_wantedSeen = !isVisible() || isCurrentSeen(); // a hidden view scrolls to it once it is shown
    m_wantedSelected = selectionModel()->isSelected(currentIndex());
}

/// New results have new node IDs, so nodes are found again by name.
void ComparisonView::rememberNames()
{
    m_kept.reset();
    const ComparisonResultsPtr& results = m_model.results();
    if (!results)
        return;
    const PairedCheckpoints& paired = *results->paired();
    m_kept = Kept(); // clang 14 rejects emplace() here, since Kept is not complete yet
    m_kept->pathA = paired.a->path;
    m_kept->pathB = paired.b->path;
    m_kept->isComplete = results->isComplete();
    if (const auto node = currentNode()) {
        m_kept->current = paired.tree.path(*node);
        m_kept->isGroup = m_model.isGroup(*node);
        m_kept->hint = *node;
    }
    if (m_model.isFiltered()) // the open groups then are those of the filter
        return;
    m_kept->hasGroups = true;
    std::vector<NameTree::NodeId> below{paired.tree.root()};
    for (NameTree::NodeId looked = 0; !below.empty() && looked < namedGroups; ++looked) {
        const NameTree::NodeId parent = below.back();
        below.pop_back();
        if (parent != paired.tree.root()) {
            if (!isExpanded(m_model.indexOf(parent)))
                continue;
            m_kept->open.emplace(paired.tree.path(parent));
        }
        for (const NameTree::NodeId child : m_model.order()->children(parent)) {
            if (m_model.isGroup(child))
                below.push_back(child);
        }
    }
}

/// Node IDs stay valid when the filter or its values change.
void ComparisonView::restoreCurrent()
{
    const auto wanted = std::exchange(m_wanted, {});
    if (std::exchange(m_wantedIn, {}) != m_model.results())
        return restoreNames();
    unfold();
    const QModelIndex index = wanted ? m_model.indexOf(*wanted) : QModelIndex();
    if (index.isValid())
        makeCurrent(index);
    else
        reportNode(std::nullopt);
}

/// Called when the same paths were read or paired again.
void ComparisonView::restoreNames()
{
    const auto kept = std::exchange(m_kept, {});
    const ComparisonResultsPtr& results = m_model.results();
    m_reported.reset();
    const PairedCheckpoints* const paired = results ? results->paired().get() : nullptr;
    const bool same = kept && paired && kept->pathA == paired->a->path && kept->pathB == paired->b->path;
    m_keepsGroups = same && kept->hasGroups && kept->isComplete;
    if (same && kept->hasGroups) {
        scheduleDelayedItemsLayout(); // while it is pending, expanding only records what is open
        for (const NameTree::NodeId group : groupsNamed(paired->tree, kept->open))
            expand(m_model.indexOf(group));
    }
    if (!m_keepsGroups)
        unfold();
    const auto node =
        same && kept->current ? findNode(paired->tree, *kept->current, kept->isGroup, kept->hint) : std::nullopt;
    if (node)
        makeCurrent(m_model.indexOf(*node));
    else
        emit currentNodeChanged(std::nullopt);
}

void ComparisonView::reportNode(std::optional<NameTree::NodeId> node)
{
    if (std::exchange(m_reported, node) != node)
        emit currentNodeChanged(node);
}

/// Keeps the scroll position, because rows are rebuilt every second while values arrive.
void ComparisonView::makeCurrent(const QModelIndex& index)
{
    setAutoScroll(m_wantedSeen);
    selectionModel()->setCurrentIndex(index,
        m_wantedSelected ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows
                         : QItemSelectionModel::NoUpdate);
    setAutoScroll(true);
}

bool ComparisonView::isCurrentSeen() const
{
    return currentIndex().isValid() && viewport()->rect().intersects(visualRect(currentIndex()));
}

/// Keeps the current row visible if it was.
void ComparisonView::unfold()
{
    const bool seen = isCurrentSeen();
    int budget = unfoldedRows;
    if (m_model.isFiltered())
        unfold({}, budget);
    else
        unfoldChanged();
    if (seen)
        scrollTo(currentIndex());
}

void ComparisonView::unfold(const QModelIndex& parent, int& budget)
{
    const int rows = m_model.rowCount(parent);
    for (int row = 0; row < rows && budget > 0; ++row) {
        const QModelIndex index = m_model.index(row, 0, parent);
        --budget;
        if (!m_model.hasChildren(index) || m_model.rowCount(index) > budget)
            continue;
        expand(index);
        unfold(index, budget);
    }
}

/// Whether a row is a block: the part of its name that its parent lacks contains a number.
bool ComparisonView::isBlock(const QModelIndex& index) const
{
    const NameTree& tree = m_model.results()->paired()->tree;
    const NameTree::NodeId above = index.parent().isValid() ? ComparisonModel::nodeAt(index.parent()) : tree.root();
    for (NameTree::NodeId node = ComparisonModel::nodeAt(index); node != above; node = tree.parent(node)) {
        if (isBlockNumber(tree.segment(node)))
            return true;
    }
    return false;
}

/// The child rows of `parent` that can be opened and contain a difference.
QModelIndexList ComparisonView::changedGroups(const QModelIndex& parent) const
{
    QModelIndexList groups;
    const int rows = m_model.rowCount(parent);
    for (int row = 0; row < rows && rows <= changedRows; ++row) {
        const QModelIndex index = m_model.index(row, 0, parent);
        if (m_model.hasChildren(index) && m_model.hasDifference(ComparisonModel::nodeAt(index)))
            groups << index;
    }
    return groups;
}

/// Opens groups level by level down to the ones that changed, so that they are visible at once. Groups that contain
/// only tensors stay closed. Blocks are opened after the comparison if their contents fit on a screen.
void ComparisonView::unfoldChanged()
{
    if (!m_model.results())
        return;
    int rows = m_model.rowCount();
    QModelIndexList blocks;
    for (QModelIndexList level{QModelIndex()}; !level.isEmpty();) {
        QModelIndexList next;
        for (const QModelIndex& parent : std::as_const(level)) {
            for (const QModelIndex& group : changedGroups(parent)) {
                if (isBlock(group)) {
                    blocks << group;
                } else if (changedGroups(group).isEmpty()) {
                    continue;
                } else if (rows + m_model.rowCount(group) <= changedRows) {
                    rows += m_model.rowCount(group);
                    expand(group);
                    next << group;
                }
            }
        }
        level = std::move(next);
    }
    while (!blocks.isEmpty() && m_model.results()->isComplete()) {
        QModelIndexList opened;
        QModelIndexList next;
        for (const QModelIndex& block : std::as_const(blocks)) {
            const QModelIndexList inside = changedGroups(block);
            if (inside.isEmpty())
                continue;
            rows += m_model.rowCount(block);
            opened << block;
            next << inside;
        }
        if (rows > screenRows)
            return;
        for (const QModelIndex& block : std::as_const(opened))
            expand(block);
        blocks = std::move(next);
    }
}

} // namespace loupe
