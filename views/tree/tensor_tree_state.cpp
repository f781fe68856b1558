// Keeps TensorTreeView's expanded groups, current row and sort order when its model changes.

#include "views/tree/tensor_tree_view.h"

#include "items/tree/tensor_tree_model.h"
#include "views/tree/group_opener.h"
#include "views/tree/node_names.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QTimer>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// The number of rows opened initially, so that a model's structure is visible without a click.
constexpr int firstRows = 24;
constexpr int longestGroup = 1000; // otherwise a model of many blocks would be a single row
/// The same limit for families.
constexpr int firstFamilyRows = 80;
/// The most matches of a filter that are expanded. More would block the UI thread for more than a frame.
constexpr quint64 filteredRows = 20'000;

/// The path after the edits; for a group, the part of a tensor's name at the same depth.
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

/// The smallest group of `tree` that contains all tensors of a group of `other`, a tree of the same checkpoint; empty
/// if only the root does.
std::optional<NameTree::NodeId> groupWith(const NameTree& tree, const NameTree& other, NameTree::NodeId group)
{
    NameTree::NodeId first = group;
    while (other.isGroup(first))
        first = other.children(first).front();
    NameTree::NodeId common = tree.parent(first);
    std::vector<NameTree::NodeId> rest{group};
    while (!rest.empty() && common != tree.root()) {
        const NameTree::NodeId node = rest.back();
        rest.pop_back();
        if (other.isGroup(node)) {
            const auto children = other.children(node);
            rest.insert(rest.end(), children.begin(), children.end());
            continue;
        }
        NameTree::NodeId above = tree.parent(node);
        while (above != common) // a group's ID is greater than its parent's
            (above > common ? above : common) = tree.parent(std::max(above, common));
    }
    return common == tree.root() ? std::nullopt : std::optional(common);
}

} // namespace

bool TensorTreeView::showsFamilies() const
{
    return m_model->checkpoint() && m_model->tree()->isOfFamilies();
}

void TensorTreeView::rememberState()
{
    m_before = m_model->checkpoint();
    m_treeBefore = m_model->sharedTree();
    if (!m_before || m_model->order()->isFiltered())
        return;
    remembered().tree = m_treeBefore;
    remembered().open = opener().open().list();
    remembered().tensors = opener().openTensors();
}

void TensorTreeView::restoreState()
{
    const OpenedCheckpointPtr before = std::exchange(m_before, nullptr);
    const std::shared_ptr<const NameTree> treeBefore = std::exchange(m_treeBefore, nullptr);
    const OpenedCheckpointPtr& opened = m_model->checkpoint();
    // While a layout is pending, expanding only records what is open.
    scheduleDelayedItemsLayout();
    if (!before || before != opened) {
        if (before && opened && !opened->checkpoint->path.empty()
            && before->checkpoint->path == opened->checkpoint->path)
            carryOver(*before, *treeBefore);
        else
            startOver();
        return;
    }
    // Group IDs differ between trees.
    std::optional<NameTree::NodeId> counterpart;
    if (m_current && m_model->isGroup(*m_current) && treeBefore != m_model->sharedTree()) {
        counterpart = groupWith(*m_model->tree(), *treeBefore, *m_current);
        forgetCurrent();
    }
    if (m_model->order()->isFiltered() && m_model->visibleTensors() <= filteredRows)
        expandFound();
    else
        expandRemembered();
    // A hidden current node is remembered, and restored when the filter is cleared.
    std::optional<NameTree::NodeId> wanted = counterpart ? counterpart : m_current;
    if (const auto path = std::exchange(remembered().current, std::nullopt); path && !wanted)
        wanted = findNode(*m_model->tree(), *path, true, 0);
    if (wanted)
        opener().selectWhenOpen(*wanted);
}

/// Expands the matches of a filter. Members of a role are alike, so they stay collapsed.
void TensorTreeView::expandFound()
{
    const NameTree& tree = *m_model->tree();
    if (!showsFamilies())
        return opener().expandBelow(tree.root(), false);
    OpenGroups::List groups;
    for (NameTree::NodeId group = tree.root() + 1; group < tree.nodeCount(); ++group) {
        if (!tree.isRole(group) && m_model->order()->isVisible(group))
            groups.push_back(group);
    }
    opener().expand(std::move(groups));
}

void TensorTreeView::startOver()
{
    m_remembered = {};
    expandFirstLevels();
    forgetCurrent();
}

void TensorTreeView::forgetCurrent()
{
    if (!m_current)
        return;
    m_current.reset();
    m_currentPart.reset();
    emit currentNodeChanged({});
}

void TensorTreeView::expandRemembered()
{
    const NameTree& tree = *m_model->tree();
    Remembered& state = remembered();
    if (state.tree != m_model->sharedTree()) {
        state.tree = m_model->sharedTree();
        if (state.paths.empty())
            expandFirstLevels();
        state.open = state.paths.empty() ? opener().open().list() : groupsNamed(tree, std::exchange(state.paths, {}));
    }
    // The current row should be visible, too.
    OpenGroups::List& open = state.open;
    if (m_current && *m_current < tree.nodeCount()) {
        for (NameTree::NodeId group = tree.parent(*m_current); group != tree.root(); group = tree.parent(group))
            open.push_back(group);
        std::sort(open.begin(), open.end());
        open.erase(std::unique(open.begin(), open.end()), open.end());
    }
    opener().expand(open);
    opener().expandTensors(state.tensors);
}

/// Called when the same path was read again: its groups and tensors may have new IDs.
void TensorTreeView::carryOver(const OpenedCheckpoint& before, const NameTree& treeBefore)
{
    const StagedEdits saved = m_saved.checkpoint() == before.checkpoint ? std::exchange(m_saved, {}) : StagedEdits();
    auto& [names, families] = m_remembered;
    const OpenedCheckpointPtr& opened = m_model->checkpoint();
    const NameTree& tree = opened->tree;
    if (names.tree) {
        NodeNames open;
        for (const NameTree::NodeId group : names.open)
            open.insert(pathAfter(saved, before.tree, group));
        std::erase_if(names.tensors, [&](NameTree::NodeId tensor) {
            return tensor >= tree.tensorCount() || tree.path(tensor) != pathAfter(saved, before.tree, tensor);
        });
        names = {.tree = m_model->sharedTree(),
            .open = groupsNamed(tree, open),
            .tensors = std::move(names.tensors),
            .paths = {},
            .current = {}};
    }
    // The new families are computed later.
    NodeNames openFamilies;
    for (const NameTree::NodeId group : families.open)
        openFamilies.insert(std::string(families.tree->path(group)));
    families = {.tree = {}, .open = {}, .tensors = {}, .paths = std::move(openFamilies), .current = {}};
    std::optional<NameTree::NodeId> current;
    if (m_current && m_model->isGroup(*m_current) && &treeBefore != &before.tree)
        families.current = treeBefore.path(*m_current);
    else if (m_current)
        current =
            findNode(tree, pathAfter(saved, before.tree, *m_current), before.tree.isGroup(*m_current), *m_current);
    forgetCurrent();
    expandRemembered();
    if (!current)
        return;
    // Deferred until the views that show the current row have the new checkpoint, too.
    QTimer::singleShot(0, this, [this, opened, node = *current] {
        const bool isThere = m_model->checkpoint() == opened && (!m_model->isGroup(node) || !showsFamilies());
        if (isThere && !m_current)
            opener().selectWhenOpen(node);
    });
}

void TensorTreeView::expandFirstLevels()
{
    const int most = showsFamilies() ? firstFamilyRows : firstRows;
    const auto isToOpen = [this](const QModelIndex& row) {
        const NameTree::NodeId node = m_model->nodeAt(row);
        return m_model->isGroup(node) && m_model->hasChildren(row) && !m_model->tree()->isRole(node);
    };
    int rows = 0;
    for (QModelIndexList level{QModelIndex()}; !level.isEmpty();) {
        int children = 0;
        for (const QModelIndex& parent : std::as_const(level))
            children += m_model->rowCount(parent);
        rows += children;
        // A single group may be long, but a level is opened in full or not at all.
        if (level.front().isValid() && (level.size() > 1 ? rows > most : children > longestGroup))
            return;
        QModelIndexList next;
        for (const QModelIndex& parent : std::as_const(level)) {
            if (parent.isValid())
                expand(parent);
            for (int row = 0; row < m_model->rowCount(parent) && next.size() <= longestGroup; ++row) {
                if (const QModelIndex child = m_model->index(row, 0, parent); isToOpen(child))
                    next << child;
            }
        }
        level = std::move(next);
    }
}

/// Shows the actual order, because a sort may have been stopped or rejected.
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
