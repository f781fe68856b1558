// How TensorTreeView brings what is expanded, current and sorted through a change of its model.

#include "views/tensor_tree_view.h"

#include "core/name_hash.h"
#include "items/tensor_tree_model.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QTimer>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

/// So many rows are opened at first, that a model's structure is seen without a click.
constexpr int firstRows = 24;
constexpr int longestGroup = 200;
/// A filter that leaves no more than this shows what it found; more would cost the UI thread more than a frame.
constexpr quint64 filteredRows = 20'000;

/// The node of another tree that has a path; of groups, only the first are looked at. `hint`: maybe it.
std::optional<NameTree::NodeId> findNode(
    const NameTree& tree, const std::string& path, bool isGroup, NameTree::NodeId hint)
{
    if (hint < tree.nodeCount() && tree.isGroup(hint) == isGroup && tree.path(hint) == path)
        return hint;
    const NameTree::NodeId begin = isGroup ? tree.root() + 1 : 0;
    const NameTree::NodeId end =
        isGroup ? tree.root() + std::min(tree.groupCount(), TensorTreeView::rememberedGroups) : tree.tensorCount();
    for (NameTree::NodeId node = begin; node < end; ++node) {
        if (tree.path(node) == path)
            return node;
    }
    return std::nullopt;
}

/// With the edits; of a group, the part of a tensor's name that is as deep.
std::string pathAfter(const StagedEdits& edits, const NameTree& tree, NameTree::NodeId node)
{
    if (edits.isEmpty())
        return std::string(tree.path(node));
    NameTree::NodeId tensor = node;
    while (tree.isGroup(tensor))
        tensor = tree.children(tensor).front();
    const std::string_view name = edits.nameOf(tensor);
    if (tensor == node || name == tree.path(tensor))
        return std::string(tree.isGroup(node) ? tree.path(node) : name);
    std::size_t end = 0;
    for (NameTree::NodeId group = node; group != tree.root() && end < name.size(); group = tree.parent(group))
        end = name.find_first_of("./", group == node ? 0 : end + 1);
    return std::string(name.substr(0, end));
}

} // namespace

void TensorTreeView::rememberState()
{
    m_before = m_model->checkpoint();
    if (!m_before || m_model->order()->isFiltered())
        return;
    m_remembered = m_open.list();
}

void TensorTreeView::restoreState()
{
    const OpenedCheckpointPtr before = std::exchange(m_before, nullptr);
    const OpenedCheckpointPtr& opened = m_model->checkpoint();
    m_open = OpenGroups(opened ? opened->tree.root() : 0);
    // While a layout is pending, expanding only takes notes.
    scheduleDelayedItemsLayout();
    if (!before || before != opened) {
        if (before && opened && !opened->checkpoint->path.empty()
            && before->checkpoint->path == opened->checkpoint->path)
            carryOver(*before);
        else
            startOver();
        return;
    }
    if (m_model->order()->isFiltered() && m_model->visibleTensors() <= filteredRows)
        expandPlanned(opened->tree.root(), false);
    else
        expandRemembered();
    // What the filter hides stays the current one, to be back when the filter goes.
    if (m_current)
        selectWhenOpen(*m_current);
}

void TensorTreeView::startOver()
{
    m_remembered.clear();
    expandFirstLevels();
    forgetCurrent();
}

void TensorTreeView::forgetCurrent()
{
    if (!m_current)
        return;
    m_current.reset();
    emit currentNodeChanged({});
    emit currentTensorChanged({});
}

void TensorTreeView::expandRemembered()
{
    const NameTree& tree = m_model->checkpoint()->tree;
    // The current row is to show as well.
    if (m_current && *m_current < tree.nodeCount()) {
        for (NameTree::NodeId group = tree.parent(*m_current); group != tree.root(); group = tree.parent(group))
            m_remembered.push_back(group);
        std::sort(m_remembered.begin(), m_remembered.end());
        m_remembered.erase(std::unique(m_remembered.begin(), m_remembered.end()), m_remembered.end());
    }
    if (!isBearableInside(m_remembered.size()))
        return openGroups(m_open.add(tree, m_remembered));
    for (const NameTree::NodeId group : m_remembered)
        m_open.insert(group);
    openGroups(m_remembered);
}

/// The same path was read again: its groups and tensors may have other numbers now.
void TensorTreeView::carryOver(const OpenedCheckpoint& before)
{
    const StagedEdits saved = m_saved.checkpoint() == before.checkpoint ? std::exchange(m_saved, {}) : StagedEdits();
    std::unordered_set<std::string, NameHash, std::equal_to<>> open;
    for (const NameTree::NodeId group : std::exchange(m_remembered, {}))
        open.insert(pathAfter(saved, before.tree, group));
    const OpenedCheckpointPtr& opened = m_model->checkpoint();
    const NameTree& tree = opened->tree;
    const NameTree::NodeId end = tree.root() + std::min(tree.groupCount(), rememberedGroups);
    for (NameTree::NodeId group = tree.root() + 1; group < end; ++group) {
        if (open.contains(tree.path(group)))
            m_remembered.push_back(group);
    }
    const auto current = m_current
        ? findNode(tree, pathAfter(saved, before.tree, *m_current), before.tree.isGroup(*m_current), *m_current)
        : std::nullopt;
    forgetCurrent();
    expandRemembered();
    if (!current)
        return;
    // Later, when whoever shows the current row has the new checkpoint too.
    QTimer::singleShot(0, this, [this, opened, node = *current] {
        if (m_model->checkpoint() == opened && !m_current)
            selectWhenOpen(node);
    });
}

void TensorTreeView::expandFirstLevels()
{
    int rows = 0;
    for (QModelIndexList level{QModelIndex()}; !level.isEmpty();) {
        int children = 0;
        for (const QModelIndex& parent : std::as_const(level))
            children += m_model->rowCount(parent);
        rows += children;
        // A single group may be long, but a level is opened in full or not at all.
        if (level.front().isValid() && (level.size() > 1 ? rows > firstRows : children > longestGroup))
            return;
        QModelIndexList next;
        for (const QModelIndex& parent : std::as_const(level)) {
            if (parent.isValid())
                expand(parent);
            for (int row = 0; row < m_model->rowCount(parent) && next.size() <= longestGroup; ++row) {
                if (const QModelIndex child = m_model->index(row, 0, parent); m_model->hasChildren(child))
                    next << child;
            }
        }
        level = std::move(next);
    }
}

/// A sort that was stopped or refused leaves the order as it was.
void TensorTreeView::showSorting()
{
    const Sorting shown = m_model->order()->sorting();
    const bool agrees = TensorTreeModel::sortKey(header()->sortIndicatorSection()) == shown.key
        && (header()->sortIndicatorOrder() == Qt::DescendingOrder) == shown.descending;
    if (agrees || m_model->isArranging() || !m_model->checkpoint())
        return;
    int column = 0;
    while (TensorTreeModel::sortKey(column) != shown.key)
        ++column;
    const QSignalBlocker withoutSorting(header());
    header()->setSortIndicator(column, shown.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

} // namespace loupe
