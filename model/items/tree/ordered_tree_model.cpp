#include "items/tree/ordered_tree_model.h"

#include "items/jobs/qt_text.h"

namespace loupe {

namespace {

/// Null if stopped.
std::shared_ptr<const NamePatterns> patternsOf(const NameTree& names, const Work& work)
{
    auto patterns = std::make_shared<NamePatterns>();
    for (NameTree::NodeId tensor = 0; tensor < names.tensorCount(); ++tensor) {
        if (work.stopped())
            return nullptr;
        patterns->add(names.path(tensor));
    }
    return patterns;
}

} // namespace

OrderedTreeModel::OrderedTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_order(std::make_shared<const TreeOrder>())
{
    connect(&m_arranging, &JobRunner::runningChanged, this, [this](bool running) {
        if (running)
            emit arrangementStarted();
    });
}

OrderedTreeModel::~OrderedTreeModel() = default;

void OrderedTreeModel::setTree(std::shared_ptr<const NameTree> tree, std::shared_ptr<const TreeOrder> order)
{
    m_tree = std::move(tree);
    m_root = m_tree ? m_tree->root() : 0;
    setOrder(std::move(order));
    m_shownSorting = {m_order->sorting()};
    m_shownFilter.clear();
    m_noMatch = {};
    findPatterns();
}

void OrderedTreeModel::setNames(std::shared_ptr<const NameTree> tree)
{
    m_tree = std::move(tree);
}

/// In a tree of families, roles use the patterns of their tensors.
void OrderedTreeModel::findPatterns()
{
    constexpr std::uint32_t fewTensors = 4000; // take about a millisecond
    m_findingPatterns.stop();
    m_namePatterns.reset();
    if (!m_tree)
        return;
    if (m_tree->tensorCount() <= fewTensors) {
        m_namePatterns = patternsOf(*m_tree, {});
        return;
    }
    m_findingPatterns.start([tree = m_tree](const Work& work) { return patternsOf(*tree, work); },
        [this](std::shared_ptr<const NamePatterns> patterns) {
            m_namePatterns = std::move(patterns);
            emit namesKnown();
        });
}

ListedName OrderedTreeModel::listedName(const QModelIndex& index) const
{
    const NodeId node = nodeAt(index);
    if (!m_namePatterns || partAt(index) || (isGroup(node) && !m_tree->isRole(node)))
        return {};
    const std::string_view path = shownPath(node);
    const std::string_view shown = rowName(node);
    if (!path.ends_with(shown))
        return {};
    return {m_namePatterns, path.substr(0, path.size() - shown.size())};
}

void OrderedTreeModel::setOrder(std::shared_ptr<const TreeOrder> order)
{
    m_order = std::move(order);
    m_ahead = {};
}

void OrderedTreeModel::setFilter(const QString& text)
{
    if (text == m_filterText)
        return;
    m_filterText = text;
    arrange();
}

void OrderedTreeModel::setForm(TreeForm form)
{
    if (form == m_form)
        return;
    m_form = form;
    arrange();
}

void OrderedTreeModel::sort(int column, Qt::SortOrder order)
{
    TreeSorting wanted;
    if (column >= 0 && column < columnCount()) {
        wanted = sortingOf(column);
        wanted.sorting.descending = order == Qt::DescendingOrder;
    }
    if (wanted == m_sorting)
        return;
    m_sorting = wanted;
    arrange();
}

void OrderedTreeModel::arrangeForValues(bool ended, bool filterNeedsValues)
{
    constexpr int millisecondsBetween = 1000;
    const bool due = !isArranging() && m_sinceArranged.isValid() && m_sinceArranged.hasExpired(millisecondsBetween);
    const bool sortsByValues = m_sorting.sorting.key == SortKey::Given;
    if (ended ? filterNeedsValues || sortsByValues : due && filterNeedsValues)
        arrange();
}

void OrderedTreeModel::revertArrangement(const Error& error)
{
    m_filterText = m_shownFilter;
    const bool filterToBlame = error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::InvalidFilter;
    if (filterToBlame && m_sorting != m_shownSorting)
        arrange();
    else
        m_sorting = m_shownSorting;
    emit filterError(toQString(error.message));
}

void OrderedTreeModel::endLayoutChange()
{
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex& index : before) {
        const bool isPart = partAt(index).has_value();
        const QModelIndex node = indexOf(nodeAt(index), isPart ? 0 : index.column());
        after << (isPart && node.isValid() ? partIndex(index.row(), index.column(), node) : node);
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

QModelIndex OrderedTreeModel::indexOf(NodeId node, int column) const
{
    if (!m_tree || node == m_root || node >= m_tree->nodeCount() || !m_order->isVisible(node))
        return {};
    node = m_order->shown(node);
    return indexAt(static_cast<int>(m_order->row(node)), column, node);
}

std::string_view OrderedTreeModel::rowName(NodeId node) const
{
    const NodeId above = m_order->parent(*m_tree, node);
    if (m_tree->isRole(above))
        return m_tree->place(node);
    const std::string_view path = shownPath(node);
    if (above == m_tree->parent(node) && path == m_tree->path(node))
        return m_tree->segment(node);
    if (above == m_root)
        return path;
    if (isGroup(node) || m_tree->place(node).empty())
        return path.substr(shownPath(above).size() + 1); // without the separator
    // If several blocks are one group, its path has a pattern where the tensor's name has a number, but the number of
    // parts is the same.
    std::size_t end = path.find_first_of("./");
    for (const char letter : m_tree->path(above)) {
        if (letter == '.' || letter == '/')
            end = path.find_first_of("./", end + 1);
    }
    return path.substr(end + 1);
}

std::span<const NameTree::NodeId> OrderedTreeModel::childrenOf(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return m_order->children(m_root);
    if (!isGroup(nodeAt(parent)) || parent.column() > 0)
        return {};
    return m_order->children(nodeAt(parent));
}

// The functions below are called for each of a million rows when a view lays itself out, so they must be fast.

QModelIndex OrderedTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    const NodeId group = parent.isValid() ? nodeAt(parent) : m_root;
    if (!isGroup(group))
        return partIndex(row, column, parent);
    QModelIndex& asked = m_ahead.indexes[std::size_t(row) % 2];
    if (!asked.isValid() || asked.row() != row || asked.column() != column || m_ahead.group != group
        || parent.column() > 0) {
        const auto children = childrenOf(parent);
        if (row < 0 || std::size_t(row) >= children.size() || column < 0 || column >= columnCount())
            return {};
        m_ahead.group = group;
        m_ahead.children = children;
        asked = indexAt(row, column, children[std::size_t(row)]);
    }
    const std::size_t next = std::size_t(row) + 1;
    m_ahead.indexes[next % 2] =
        next < m_ahead.children.size() ? indexAt(row + 1, column, m_ahead.children[next]) : QModelIndex();
    return asked;
}

QModelIndex OrderedTreeModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    return indexOf(partAt(child) ? nodeAt(child) : m_order->parent(*m_tree, nodeAt(child)));
}

QModelIndex OrderedTreeModel::partIndex(int row, int column, const QModelIndex& tensor) const
{
    if (row < 0 || row >= rowCount(tensor) || column < 0 || column >= columnCount())
        return {};
    return createIndex(row, column, quintptr{nodeAt(tensor) * scatter} | (quintptr(row) + 1) << partShift);
}

int OrderedTreeModel::rowCount(const QModelIndex& parent) const
{
    if (m_hasParts && parent.isValid() && parent.column() == 0 && isTensor(parent))
        return static_cast<int>(partCount(nodeAt(parent)));
    return static_cast<int>(childrenOf(parent).size());
}

bool OrderedTreeModel::hasChildren(const QModelIndex& parent) const
{
    return rowCount(parent) > 0;
}

Qt::ItemFlags OrderedTreeModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    constexpr Qt::ItemFlags ofAll = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const bool mayHaveRows = isGroup(nodeAt(index)) || (m_hasParts && !partAt(index) && partCount(nodeAt(index)) > 0);
    return mayHaveRows ? ofAll : ofAll | Qt::ItemNeverHasChildren;
}

} // namespace loupe
