#include "items/tree/tensor_tree_model.h"

#include "core/quantization.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "items/language/tensor_text.h"
#include "items/tree/depth_figure.h"
#include "items/tree/distribution_column.h"
#include "items/tree/edited_cells.h"
#include "items/tree/health/health_column.h"
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
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Health"), SortKey::Given, true},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Shard"), SortKey::Offset, false},
    {QT_TRANSLATE_NOOP("loupe::TensorTreeModel", "Distribution"), SortKey::Given, false},
}};

/// Large sizes and bad health are the most interesting, so they come first.
bool isSortedDown(int column)
{
    return column == TensorTreeModel::Parameters || column == TensorTreeModel::Size || column == TensorTreeModel::Share
        || column == TensorTreeModel::Health || column == TensorTreeModel::Distribution;
}

/// Only roles for showing or reading the cell, as the sum for a group is computed on request.
bool asksForDistribution(int role)
{
    return role == HistogramRole || role == WholeTextRole || role == Qt::AccessibleTextRole;
}

} // namespace

TensorTreeModel::TensorTreeModel(QObject* parent)
    : OrderedTreeModel(parent)
    , m_all(order())
{
    connect(this, &OrderedTreeModel::namesKnown, this, &TensorTreeModel::countEdits);
    connect(&m_distributions, &GroupDistributions::found, this, [this] { emitHealthChanged(false); });
}

TensorTreeModel::~TensorTreeModel() = default;

void TensorTreeModel::setCheckpoint(OpenedCheckpointPtr checkpoint)
{
    replaceContents([&] {
        m_opened = std::move(checkpoint);
        m_kept.reset();
        m_movedGroups.reset();
        m_families = {};
        m_roles.clear();
        m_patterns.clear();
        const TensorTree names =
            m_opened ? namesOf(m_opened) : TensorTree{.order = std::make_shared<const TreeOrder>()};
        m_allNames = names.names;
        m_all = names.order;
        const bool isCompact = form() == TreeForm::Compact || form() == TreeForm::Families; // the tree of families is
                                                                                            // made later
        setHasParts(m_opened && m_opened->checkpoint->quantized);
        setTree(names.names, m_opened && isCompact ? names.compact : m_all);
        countEdits();
        // A truncated file counts with the size that it should have.
        m_totalBytes =
            m_opened ? std::max(m_opened->checkpoint->totalFileBytes(), m_opened->tree.sums(root()).bytes) : 0;
        m_addingHealth.stop();
        m_keptSeverities.clear();
        m_keptHealth.reset();
        showDistributions();
    });
}

bool TensorTreeModel::filterNeedsValues() const
{
    const auto parsed = Filter::parse(filter().toStdString());
    return parsed && parsed->needsValues();
}

void TensorTreeModel::setValueProvider(ValueProvider provider)
{
    m_values = std::move(provider);
}

void TensorTreeModel::rearrange()
{
    arrange();
}

void TensorTreeModel::arrange()
{
    if (!m_opened)
        return;
    startArranging([request = ArrangementRequest{m_opened, m_families, m_allNames, m_all, wantedSorting().sorting,
                        filter().toStdString(), form(), m_values, m_health, order()}](
                       const Work& work) { return loupe::arrange(request, work); },
        [this](Arrangement arrangement) { show(std::move(arrangement)); });
}

void TensorTreeModel::show(Arrangement arrangement)
{
    m_all = std::move(arrangement.all);
    setNoMatch(std::move(arrangement.noMatch));
    m_allNames = arrangement.tree.names;
    if (m_allNames->isOfFamilies())
        m_families = arrangement.tree;
    if (!areRowsPending() && arrangement.unchanged) {
        takeHealth(arrangement);
        emitHealthChanged(false);
        return;
    }
    showOrder(std::move(arrangement.visible), arrangement.dependsOnValues, [&](bool sameRows) {
        if (arrangement.tree.names.get() != tree())
            m_movedGroups.reset(); // it belongs to other groups
        setNames(arrangement.tree.names);
        m_keptSeverities = std::move(arrangement.severities);
        m_patterns = std::move(arrangement.patterns);
        m_roles = std::move(arrangement.roles);
        takeHealth(arrangement);
        if (!sameRows) {
            m_editedGroups.reset(); // it has counted other tensors
            countEdits();
        }
    });
}

int TensorTreeModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

SortKey TensorTreeModel::sortKey(int column)
{
    return column < 0 || column >= ColumnCount ? SortKey::Name : treeColumns[static_cast<std::size_t>(column)].key;
}

std::string_view TensorTreeModel::shownPath(NameTree::NodeId node) const
{
    const auto pattern = m_patterns.find(node);
    return pattern == m_patterns.end() ? tree()->path(node) : std::string_view(pattern->second);
}

TreeSorting TensorTreeModel::sortingOf(int column) const
{
    return {{sortKey(column)}};
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
    if (role == Qt::ToolTipRole && section == Health)
        return healthRule();
    if (role == Qt::ToolTipRole && section == Distribution)
        return distributionRule();
    if (role == Qt::InitialSortOrderRole)
        return QVariant::fromValue(isSortedDown(section) ? Qt::DescendingOrder : Qt::AscendingOrder);
    return {};
}

QVariant TensorTreeModel::edited(NameTree::NodeId node, int column, int role) const
{
    const NameTree::Sums now = sums(node);
    EditedRow row{
        node, tree()->path(node), isGroup(node) ? rowName(node) : shownOfName(node), {}, now.elements, now.bytes};
    if (m_movedGroups)
        row.aboveMovesTo = m_movedGroups->pathAfter(order()->parent(*tree(), node));
    if (!isGroup(node))
        return editedData(m_edits, *m_opened, row, column, role);
    const ChangeTotals below = m_editedGroups ? m_editedGroups->below(node) : ChangeTotals();
    return m_movedGroups ? editedGroupData(*m_movedGroups, below, sizeChange(node), row, column, role) : QVariant();
}

QVariant TensorTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return treeColumns[static_cast<std::size_t>(index.column())].isNumber
            ? QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter))
            : QVariant();
    const NameTree::NodeId node = nodeAt(index);
    if (const auto part = partAt(index))
        return partData(node, *part, index.column(), role);
    const Tensor* const tensor = isGroup(node) ? nullptr : &m_opened->checkpoint->tensors[node];
    if (hasEdits())
        if (const QVariant answer = edited(node, index.column(), role); answer.isValid())
            return answer;
    if (!tensor)
        if (const QVariant answer = roleData(node, index.column(), role); answer.isValid())
            return answer;
    if (index.column() == Health && m_health)
        if (const QVariant answer =
                tensor ? tensorHealthData(*m_health, *m_opened, node, role) : groupHealthData(groupHealth(node), role);
            answer.isValid())
            return answer;
    if (index.column() == Distribution && m_health && tensor)
        if (const QVariant answer = distributionData(*m_health, *m_opened, node, role); answer.isValid())
            return answer;
    if (index.column() == Distribution && asksForDistribution(role) && isGroup(node) && !tree()->isRole(node))
        if (const GroupDistribution* const group = m_distributions.of(node))
            if (const QVariant answer = groupDistributionData(*group, groupHealth(node).sums, role); answer.isValid())
                return answer;
    switch (role) {
    case Qt::DisplayRole:
        return text(node, index.column(), false);
    case WholeTextRole:
        return text(node, index.column(), true);
    case Qt::ToolTipRole:
        return index.column() == Name && tensor ? remarkText(node) : QVariant();
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
    case IsRoleRole:
        return tree()->isRole(node);
    case HintRole:
        return index.column() == Name ? hint(node) : QVariant();
    case FullNameRole:
        return toQString(shownPath(node));
    case ShareRole:
        return shareOf(node);
    case DTypeRole:
        return tensor ? QVariant(static_cast<int>(tensor->dtype)) : QVariant();
    case QuantizedShadeRole:
        return tensor && isQuantized(*tensor) ? QVariant(m_opened->quantizedTypes.shadeOf(*tensor)) : QVariant();
    case SeverityRole:
        return severity(node);
    default:
        return {};
    }
}

NameTree::Sums TensorTreeModel::sums(NameTree::NodeId node) const
{
    if (isGroup(node))
        return order()->sums(node);
    const Tensor& tensor = m_opened->checkpoint->tensors[node];
    return {1, tensor.elements(), fileBytes(tensor)};
}

QVariant TensorTreeModel::hint(NameTree::NodeId node) const
{
    if (tree()->isRole(node))
        return tr("×%1").arg(groupedCount(savedTensors(node)));
    if (isGroup(node))
        return tensorCountText(savedTensors(node));
    QStringList hints;
    if (const std::string_view place = tree()->place(node); !place.empty() && rowName(node) != place)
        hints << cellText(place);
    if (const SharedTensor* const shared = findShared(m_opened->shared, node))
        hints << sharedWithText(*m_opened->checkpoint, *shared);
    return hints.isEmpty() ? QVariant() : hints.join(QStringLiteral(" · "));
}

QVariant TensorTreeModel::roleData(NameTree::NodeId node, int column, int role) const
{
    if (!tree()->isRole(node))
        return {};
    if (column == Distribution) {
        const DepthFigure* const figure = m_keptHealth ? m_keptHealth->depthFigure(node) : nullptr;
        return figure ? depthData(*figure, *tree(), role) : QVariant();
    }
    if (column != DType && column != Shape)
        return {};
    const auto members = order()->children(node);
    const Checkpoint& checkpoint = *m_opened->checkpoint;
    const auto mix = m_roles.find(node);
    RoleKinds kinds;
    if (mix != m_roles.end())
        kinds = column == DType ? mix->second.dtypes : mix->second.shapes;
    const bool isMixed = !kinds.listed.empty();
    const bool isMixedDType = mix != m_roles.end() && !mix->second.dtypes.listed.empty();
    if (!isMixed)
        kinds.listed.push_back({members.front(), members.size()});
    switch (role) {
    case Qt::DisplayRole:
        return isMixed ? tr("mixed") : text(members.front(), column, false);
    case WholeTextRole:
        return column == DType ? dtypeCounts(checkpoint, kinds) : shapeCounts(checkpoint, kinds);
    case DTypeRole:
        return isMixedDType ? QVariant() : QVariant(static_cast<int>(checkpoint.tensors[members.front()].dtype));
    case QuantizedShadeRole:
        return isMixedDType || !isQuantized(checkpoint.tensors[members.front()])
            ? QVariant()
            : QVariant(m_opened->quantizedTypes.shadeOf(checkpoint.tensors[members.front()]));
    default:
        return {};
    }
}

/// The part of a tensor's name that its row shows, if that is the end of the name; else the full name.
std::string_view TensorTreeModel::shownOfName(NameTree::NodeId tensor) const
{
    const std::string_view shown = rowName(tensor);
    const std::string_view name = tree()->path(tensor);
    return name.ends_with(shown) ? shown : name;
}

QString TensorTreeModel::text(NameTree::NodeId node, int column, bool whole) const
{
    const Tensor* const tensor = isGroup(node) ? nullptr : &m_opened->checkpoint->tensors[node];
    switch (column) {
    case Name:
        if (!whole && tensor && tensor->name.empty())
            return toQString(formatName({}));
        return whole ? toQString(printable(shownPath(node))) : cellText(rowName(node));
    case DType:
        return tensor ? cellText(m_opened->checkpoint->dtypeName(node)) : QString();
    case Shape:
        return tensor ? shapeText(tensor->shape) : QString();
    case Parameters:
        if (tensor && !elementCount(tensor->shape))
            return toQString(formatElements(tensor->shape));
        return toQString(whole ? formatCount(sums(node).elements) : formatShort(sums(node).elements));
    case Size:
        if (const auto* const incomplete = findIncomplete(m_opened->incomplete, node); incomplete) {
            if (whole)
                return whyWithoutPlace(*m_opened->checkpoint, incomplete->tensor) ? tr("no values")
                                                                                  : missingBytesText(*incomplete);
            if (hasNoPlace(node))
                return QStringLiteral("–");
        }
        if (tensor && !knowsFileBytes(*tensor))
            return tr("unknown");
        return whole ? byteCountText(sums(node).bytes) : toQString(formatBytes(sums(node).bytes));
    case Offset:
        if (!tensor)
            return {};
        return whole ? byteRangeText(tensor->bytes) : groupedCount(tensor->bytes.begin);
    case Share:
        return isDeleted(node) ? QStringLiteral("–") : toQString(formatShare(shareOf(node)));
    case Shard:
        if (!tensor || !isSharded())
            return {};
        if (hasNoPlace(node) && m_opened->checkpoint->files[tensor->file].source) // a missing file is named instead
            return QStringLiteral("–");
        if (const std::uint32_t files = filesOf(m_opened->spread, node); files > 1)
            return tr("%1 file(s)", "of one tensor", pluralOf(files)).arg(groupedCount(files));
        return whole ? toQString(printable(m_opened->checkpoint->files[tensor->file].path.filename().string()))
                     : cellText(m_opened->shardNames[tensor->file]);
    default:
        return {};
    }
}

SizeChange TensorTreeModel::sizeChange(NodeId node) const
{
    if (!hasEdits())
        return {};
    if (!isGroup(node))
        return loupe::sizeChange(m_opened->checkpoint->tensors[node], m_edits.of(node));
    return m_editedGroups ? m_editedGroups->sizeChange(node) : SizeChange();
}

std::uint64_t TensorTreeModel::savedTensors(NodeId group) const
{
    const std::uint64_t tensors = sums(group).tensors;
    if (!hasEdits() || !m_editedGroups || isDeleted(group))
        return tensors;
    return tensors - std::min<std::uint64_t>(tensors, m_editedGroups->below(group).deleted);
}

bool TensorTreeModel::isDeleted(NodeId node) const
{
    if (!hasEdits())
        return false;
    return isGroup(node) ? m_movedGroups && m_movedGroups->isDeleted(node) : m_edits.of(node).isDeleted;
}

double TensorTreeModel::shareOf(NodeId node) const
{
    return share(sizeChange(node).saved(sums(node).bytes));
}

double TensorTreeModel::share(std::uint64_t bytes) const
{
    const std::uint64_t total = hasEdits() ? m_edits.sizeChange().saved(m_totalBytes) : m_totalBytes;
    return total > 0 ? static_cast<double>(bytes) / static_cast<double>(total) : 0;
}

QVariant TensorTreeModel::remarkText(NameTree::NodeId tensor) const
{
    QStringList lines;
    if (const IncompleteTensor* const incomplete = findIncomplete(m_opened->incomplete, tensor)) {
        const auto why = whyWithoutPlace(*m_opened->checkpoint, tensor);
        lines << (why ? tr("no values: %1").arg(toQString(printable(*why))) : missingBytesText(*incomplete));
    }
    if (const SharedTensor* const shared = findShared(m_opened->shared, tensor))
        lines << sharedWithText(*m_opened->checkpoint, *shared);
    if (lines.isEmpty())
        return {};
    lines.prepend(text(tensor, Name, true));
    return lines.join(u'\n');
}

QVariant TensorTreeModel::severity(NameTree::NodeId node) const
{
    const auto& severities = showsAllNames() ? m_opened->severities : m_keptSeverities;
    if (severities.empty() || severities[node] == OpenedCheckpoint::noFinding)
        return {};
    return int{severities[node]};
}

} // namespace loupe
