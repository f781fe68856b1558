#include "items/tree/tensor_tree_model.h"

#include "core/quantization.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/tree/edited_cells.h"
#include "items/tree/health_column.h"
#include "items/tree/tree_arrangement.h"

#include <algorithm>
#include <array>
#include <span>

namespace loupe {

namespace {

struct TreeColumn {
    const char* title;
    SortKey key;
    bool isNumber;
};

constexpr std::array<TreeColumn, TensorTreeModel::ColumnCount> treeColumns{{
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Name"), SortKey::Name, false},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "DType"), SortKey::DType, false},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Shape"), SortKey::Shape, false},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Parameters"), SortKey::Elements, true},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Size"), SortKey::Size, true},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Offset"), SortKey::Offset, true},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "% of file"), SortKey::Size, true},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Health"), SortKey::Given, false},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Shard"), SortKey::Offset, false},
}};

/// Who sorts by size looks for the large ones, who sorts by health for the worst.
bool isSortedDown(int column)
{
    return column == TensorTreeModel::Parameters || column == TensorTreeModel::Size || column == TensorTreeModel::Share
        || column == TensorTreeModel::Health;
}

/// What is staged below groups is counted in a job where there are more.
constexpr std::uint64_t fewChangesAndGroups = 20'000;

/// Hostile names may be megabytes long; nobody sees more than this of a cell.
constexpr std::size_t longestCellText = 1000;

QString cellText(std::string_view text)
{
    if (text.empty())
        return QStringLiteral("(empty)");
    return toQString(printable(text.substr(0, longestCellText)));
}

/// A hostile shape may have millions of dimensions.
QString shapeText(std::span<const std::uint64_t> shape)
{
    constexpr std::size_t longestShape = 32;
    if (shape.size() <= longestShape)
        return toQString(formatShape(shape));
    QString text = toQString(formatShape(shape.first(longestShape)));
    text.chop(1);
    return text + QStringLiteral(", …]");
}

} // namespace

TensorTreeModel::TensorTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_all(std::make_shared<const TreeOrder>())
    , m_order(m_all)
{
    connect(&m_arranging, &JobRunner::runningChanged, this, [this](bool running) {
        if (running)
            emit arrangementStarted();
    });
}

TensorTreeModel::~TensorTreeModel() = default;

void TensorTreeModel::setCheckpoint(OpenedCheckpointPtr checkpoint)
{
    const bool wasArranging = isArranging();
    m_arranging.stop();
    beginResetModel();
    m_opened = std::move(checkpoint);
    m_kept.reset();
    countEdits();
    m_root = m_opened ? m_opened->tree.root() : 0;
    m_all = m_opened ? m_opened->order : std::make_shared<const TreeOrder>();
    setOrder(m_all);
    // A file that was cut off counts with the size that it should have.
    m_totalBytes = m_opened ? std::max(m_opened->checkpoint->totalFileBytes(), m_opened->tree.sums(m_root).bytes) : 0;
    m_shownFilter.clear();
    m_addingHealth.stop();
    m_keptSeverities.clear();
    m_keptHealth.reset();
    endResetModel();
    if (m_opened && (m_sorting != m_all->sorting() || !m_filterText.isEmpty()))
        arrange();
    else if (wasArranging)
        emit arrangementFinished();
}

void TensorTreeModel::setFilter(const QString& text)
{
    if (text == m_filterText)
        return;
    m_filterText = text;
    arrange();
}

bool TensorTreeModel::filterNeedsValues() const
{
    const auto filter = Filter::parse(m_filterText.toStdString());
    return filter && filter->needsValues();
}

void TensorTreeModel::setValueProvider(ValueProvider provider)
{
    m_values = std::move(provider);
}

void TensorTreeModel::rearrange()
{
    arrange();
}

void TensorTreeModel::setEdits(const StagedEdits& edits)
{
    m_edits = edits;
    countEdits();
    emitEditsChanged();
}

bool TensorTreeModel::hasEdits() const
{
    return m_opened && !m_edits.isEmpty() && m_edits.checkpoint() == m_opened->checkpoint;
}

void TensorTreeModel::emitEditsChanged()
{
    if (const int rows = rowCount(); rows > 0)
        emit dataChanged(index(0, 0), index(rows - 1, ColumnCount - 1));
    emit editsChanged();
}

/// Until a job is done, groups stay marked as they were.
void TensorTreeModel::countEdits()
{
    m_counting.stop();
    if (!hasEdits()) {
        m_editedGroups.reset();
        return;
    }
    auto count = [opened = m_opened, edits = m_edits, kept = m_kept](const Work& work) {
        return std::make_shared<const EditedGroups>(edits, opened->tree, kept.get(), work);
    };
    if (m_edits.totals().all() + m_opened->tree.groupCount() <= fewChangesAndGroups) {
        m_editedGroups = count({});
        return;
    }
    m_counting.start(std::move(count), [this](std::shared_ptr<const EditedGroups> groups) {
        m_editedGroups = std::move(groups);
        emitEditsChanged();
    });
}

bool TensorTreeModel::isEdited(NameTree::NodeId node) const
{
    if (!hasEdits())
        return false;
    return isGroup(node) ? m_editedGroups && m_editedGroups->isEdited(node) : m_edits.of(node).any();
}

quint64 TensorTreeModel::visibleTensors() const
{
    return m_opened ? m_order->sums(m_root).tensors : 0;
}

void TensorTreeModel::arrange()
{
    if (!m_opened)
        return;
    ArrangementRequest request{m_opened, m_all, m_sorting, m_filterText.toStdString(), m_values, m_health, m_order};
    m_sinceArranged.start();
    m_arranging.start([request = std::move(request)](const Work& work) { return loupe::arrange(request, work); },
        [this](Result<Arrangement> arrangement) {
            if (arrangement)
                show(std::move(*arrangement));
            else
                revertArrangement(arrangement.error());
            if (!isArranging())
                emit arrangementFinished();
        });
}

void TensorTreeModel::revertArrangement(const Error& error)
{
    m_filterText = m_shownFilter;
    const bool filterToBlame = error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::InvalidFilter;
    if (filterToBlame && m_sorting != m_order->sorting())
        arrange();
    else
        m_sorting = m_order->sorting();
    emit filterError(toQString(error.message));
}

void TensorTreeModel::show(Arrangement arrangement)
{
    const bool sameFilter = m_filterText == m_shownFilter;
    const bool sameRows = sameFilter && !arrangement.dependsOnValues;
    if (sameFilter && arrangement.unchanged) {
        m_all = std::move(arrangement.all);
        takeHealth(arrangement);
        emitHealthChanged(false);
        return;
    }
    if (sameRows)
        emit layoutAboutToBeChanged({}, VerticalSortHint);
    else
        beginResetModel();
    m_all = std::move(arrangement.all);
    setOrder(std::move(arrangement.visible));
    m_shownFilter = m_filterText;
    m_keptSeverities = std::move(arrangement.severities);
    const bool keepsOthers = !sameFilter || arrangement.dependsOnValues;
    takeHealth(arrangement);
    if (keepsOthers) {
        m_editedGroups.reset(); // of other tensors
        countEdits();
    }
    if (!sameRows) {
        endResetModel();
        return;
    }
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex& index : before)
        after << indexOf(nodeAt(index), index.column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

QModelIndex TensorTreeModel::indexOf(NameTree::NodeId node, int column) const
{
    if (!m_opened || node == m_root || node >= m_opened->tree.nodeCount() || !m_order->isVisible(node))
        return {};
    return indexAt(static_cast<int>(m_order->row(node)), column, node);
}

void TensorTreeModel::setOrder(std::shared_ptr<const TreeOrder> order)
{
    m_order = std::move(order);
    m_ahead = {};
}

std::span<const NameTree::NodeId> TensorTreeModel::childrenOf(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return m_order->children(m_root);
    if (!isGroup(nodeAt(parent)) || parent.column() > 0)
        return {};
    return m_order->children(nodeAt(parent));
}

// Views that lay themselves out ask these for each of a million rows, one after the other.

QModelIndex TensorTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    const NameTree::NodeId group = parent.isValid() ? nodeAt(parent) : m_root;
    QModelIndex& asked = m_ahead.indexes[std::size_t(row) % 2];
    if (!asked.isValid() || asked.row() != row || asked.column() != column || m_ahead.group != group
        || parent.column() > 0) {
        const auto children = childrenOf(parent);
        if (row < 0 || std::size_t(row) >= children.size() || column < 0 || column >= ColumnCount)
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

QModelIndex TensorTreeModel::parent(const QModelIndex& child) const
{
    return child.isValid() ? indexOf(m_opened->tree.parent(nodeAt(child))) : QModelIndex();
}

int TensorTreeModel::rowCount(const QModelIndex& parent) const
{
    return static_cast<int>(childrenOf(parent).size());
}

int TensorTreeModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

bool TensorTreeModel::hasChildren(const QModelIndex& parent) const
{
    return !childrenOf(parent).empty();
}

Qt::ItemFlags TensorTreeModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    constexpr Qt::ItemFlags ofAll = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return isGroup(nodeAt(index)) ? ofAll : ofAll | Qt::ItemNeverHasChildren;
}

SortKey TensorTreeModel::sortKey(int column)
{
    return column < 0 || column >= ColumnCount ? SortKey::Name : treeColumns[static_cast<std::size_t>(column)].key;
}

void TensorTreeModel::sort(int column, Qt::SortOrder order)
{
    const bool natural = column < 0 || column >= ColumnCount;
    const Sorting wanted{sortKey(column), !natural && order == Qt::DescendingOrder};
    if (wanted == m_sorting)
        return;
    m_sorting = wanted;
    arrange();
}

QVariant TensorTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const TreeColumn& column = treeColumns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return tr(column.title);
    if (role == Qt::TextAlignmentRole && column.isNumber)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::InitialSortOrderRole)
        return QVariant::fromValue(isSortedDown(section) ? Qt::DescendingOrder : Qt::AscendingOrder);
    return {};
}

QVariant TensorTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const NameTree::NodeId node = nodeAt(index);
    const Tensor* const tensor = isGroup(node) ? nullptr : &m_opened->checkpoint->tensors[node];
    if (tensor && hasEdits())
        if (const QVariant answer = editedData(m_edits, *m_opened, node, index.column(), role); answer.isValid())
            return answer;
    if (!tensor && m_editedGroups)
        if (const QVariant answer = editedGroupData(m_editedGroups->below(node), *m_opened, node, index.column(), role);
            answer.isValid())
            return answer;
    if (index.column() == Health && m_health)
        if (const QVariant answer =
                tensor ? tensorHealthData(*m_health, *m_opened, node, role) : groupHealthData(groupHealth(node), role);
            answer.isValid())
            return answer;
    switch (role) {
    case Qt::DisplayRole:
        return text(node, index.column(), false);
    case WholeTextRole:
        return text(node, index.column(), true);
    case Qt::ToolTipRole:
        return index.column() == Name && tensor ? remarkText(node) : QVariant();
    case Qt::TextAlignmentRole:
        if (treeColumns[static_cast<std::size_t>(index.column())].isNumber)
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        return {};
    case SortRole:
        return sortValue(node, index.column());
    case NodeRole:
        return quint32{node};
    case TensorRole:
        return tensor ? QVariant(quint32{node}) : QVariant();
    case FileRole:
        return tensor ? QVariant(quint32{tensor->file}) : QVariant();
    case OffsetRole:
        return tensor ? QVariant(qulonglong{tensor->bytes.begin}) : QVariant();
    case IsGroupRole:
        return isGroup(node);
    case HintRole:
        if (index.column() != Name)
            return {};
        if (isGroup(node))
            return toQString(counted(sums(node).tensors, "tensor"));
        if (const SharedTensor* const shared = findShared(m_opened->shared, node))
            return toQString(sharedText(*m_opened->checkpoint, *shared));
        return {};
    case FullNameRole:
        return toQString(m_opened->tree.path(node));
    case ShareRole:
        return share(node);
    case DTypeRole:
        return tensor ? QVariant(static_cast<int>(tensor->dtype)) : QVariant();
    case StoredBitsRole:
        return tensor && isQuantized(*tensor) ? QVariant(storedBits(*tensor)) : QVariant();
    case SeverityRole:
        return severity(node);
    default:
        return {};
    }
}

NameTree::Sums TensorTreeModel::sums(NameTree::NodeId node) const
{
    if (isGroup(node))
        return m_order->sums(node);
    const Tensor& tensor = m_opened->checkpoint->tensors[node];
    return {1, tensor.elements(), fileBytes(tensor)};
}

QString TensorTreeModel::text(NameTree::NodeId node, int column, bool whole) const
{
    const Tensor* const tensor = isGroup(node) ? nullptr : &m_opened->checkpoint->tensors[node];
    switch (column) {
    case Name:
        if (!whole && tensor && tensor->name.empty())
            return toQString(formatName({}));
        return whole ? toQString(printable(m_opened->tree.path(node))) : cellText(m_opened->tree.segment(node));
    case DType:
        return tensor ? cellText(m_opened->checkpoint->dtypeName(node)) : QString();
    case Shape:
        return tensor ? shapeText(tensor->shape) : QString();
    case Parameters:
        if (tensor && !elementCount(tensor->shape))
            return toQString(formatElements(tensor->shape));
        return toQString(whole ? formatCount(sums(node).elements) : formatShort(sums(node).elements));
    case Size:
        if (const auto* const incomplete = findIncomplete(m_opened->incomplete, node); incomplete && whole)
            return toQString(missingText(*incomplete));
        return toQString(whole ? counted(sums(node).bytes, "byte") : formatBytes(sums(node).bytes));
    case Offset:
        if (!tensor)
            return {};
        return toQString(whole ? formatByteRange(tensor->bytes) : formatCount(tensor->bytes.begin));
    case Share:
        return toQString(formatShare(share(node)));
    case Shard:
        if (!tensor || !isSharded())
            return {};
        return whole ? toQString(printable(m_opened->checkpoint->files[tensor->file].path.filename().string()))
                     : cellText(m_opened->shardNames[tensor->file]);
    default:
        return {};
    }
}

QVariant TensorTreeModel::sortValue(NameTree::NodeId node, int column) const
{
    switch (column) {
    case Parameters:
        return qulonglong{sums(node).elements};
    case Size:
        return qulonglong{sums(node).bytes};
    case Offset:
        return isGroup(node) ? QVariant() : QVariant(qulonglong{m_opened->checkpoint->tensors[node].bytes.begin});
    case Share:
        return share(node);
    default:
        return text(node, column, false);
    }
}

double TensorTreeModel::share(NameTree::NodeId node) const
{
    return m_totalBytes > 0 ? static_cast<double>(sums(node).bytes) / static_cast<double>(m_totalBytes) : 0;
}

QVariant TensorTreeModel::remarkText(NameTree::NodeId tensor) const
{
    QStringList lines;
    if (const IncompleteTensor* const incomplete = findIncomplete(m_opened->incomplete, tensor))
        lines << toQString(missingText(*incomplete));
    if (const SharedTensor* const shared = findShared(m_opened->shared, tensor))
        lines << toQString(sharedText(*m_opened->checkpoint, *shared));
    if (lines.isEmpty())
        return {};
    lines.prepend(text(tensor, Name, true));
    return lines.join(u'\n');
}

QVariant TensorTreeModel::severity(NameTree::NodeId node) const
{
    const auto& severities = m_kept ? m_keptSeverities : m_opened->severities;
    if (severities.empty() || severities[node] == OpenedCheckpoint::noFinding)
        return {};
    return int{severities[node]};
}

} // namespace loupe
