#include "items/compare/comparison_model.h"

#include "items/jobs/qt_text.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

struct ComparisonColumn {
    const char* title;
    PairSorting sorting;
    bool isNumber = false;
    bool sortedDown = false; ///< the first click sorts the largest differences to the top
    const char* explanation = ""; ///< for details that the title does not mention
};

constexpr Sorting given{SortKey::Given};
constexpr std::array<ComparisonColumn, ComparisonModel::ColumnCount> comparisonColumns{{
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Name"), {{SortKey::Name}}},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Status"), {given, PairKey::Status}, false, true},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "DType"), {{SortKey::DType}}},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Shape"), {{SortKey::Shape}}},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Differing"), {given, PairKey::Differing}, true, true,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Elements whose values differ; for a group, all together")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Max |A−B|"), {given, PairKey::Maximum}, true, true,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel",
            "The largest difference of elements that are finite on both sides; for a group, the largest")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Relative L2"), {given, PairKey::RelativeL2}, true, true,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel", "‖A−B‖ / ‖A‖; for a group, the largest")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Cosine"), {given, PairKey::Cosine}, true, false,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Cosine of the angle between A and B; for a group, the smallest")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Mean |A−B|"), {given, PairKey::Mean}, true, true,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel",
            "Mean difference of the elements that are finite on both sides; for a group, the largest")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "RMS of A−B"), {given, PairKey::Rms}, true, true,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel",
            "Root of the mean squared difference of the elements that are finite on both sides; for a group, the "
            "largest")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Max ULP"), {given, PairKey::Ulp}, true, true,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel",
            "The largest distance in steps from one number of the dtype to the next; for a group, the largest")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "First"), {given, PairKey::FirstDifference}, true, false,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel",
            "The first element that differs, counted from 0 in row-major order; for a group, the smallest")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "New NaN/Inf"), {given, PairKey::Nonfinite}, true, true,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel",
            "Elements that are NaN or infinite on one side and finite on the other; for a group, all together")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "SNR (dB)"), {given, PairKey::SignalToNoise}, true, false,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel",
            "Signal-to-noise ratio: 20 log₁₀(‖A‖ / ‖A−B‖) decibels. A bit of precision is about 6 dB; for a group, of "
            "all tensors whose bits per weight differ between A and B")},
    {QT_TRANSLATE_NOOP("loupe::ComparisonModel", "Bits/weight"), {given, PairKey::BitsPerWeight}, true, false,
        QT_TRANSLATE_NOOP("loupe::ComparisonModel",
            "Bits per element in the file, including scales and other parts; for a group, the mean")},
}};

} // namespace

ComparisonModel::ComparisonModel(QObject* parent)
    : OrderedTreeModel(parent)
{
    connect(&m_addingFigures, &JobRunner::runningChanged, this, &ComparisonModel::addingFiguresChanged);
}

ComparisonModel::~ComparisonModel() = default;

void ComparisonModel::setResults(ComparisonResultsPtr results)
{
    m_addingFigures.stop();
    emit resultsAboutToChange();
    replaceContents([&] {
        m_results = std::move(results);
        if (m_results)
            setTree({m_results->paired(), &m_results->paired()->tree},
                form() == TreeForm::Compact ? m_results->paired()->compactOrder : m_results->paired()->order);
        else
            setTree(nullptr, std::make_shared<const TreeOrder>());
        m_kept.reset();
        m_filterAsksValues = false;
    });
}

void ComparisonModel::emitFiguresChanged(bool ended)
{
    // Views use figuresChanged() for all rows, as a signal for each group would block the UI thread.
    if (const int rows = rowCount(); rows > 0)
        emit dataChanged(index(0, Status), index(rows - 1, ColumnCount - 1));
    emit figuresChanged(ended);
}

/// Updates the sums that groups show under a filter.
void ComparisonModel::addFigures()
{
    if (!m_kept || m_addingFigures.isRunning() || m_kept->lookedAt() == m_results->lookedAt())
        return;
    m_addingFigures.start(
        [known = m_kept](const Work& work) -> FilteredPairsPtr {
            FilteredPairs kept(*known);
            return kept.catchUp(work) ? shareFilteredPairs(std::move(kept)) : nullptr;
        },
        [this](FilteredPairsPtr known) {
            if (!known)
                return;
            m_kept = std::move(known);
            emitFiguresChanged(false);
            addFigures();
        });
}

PairSums ComparisonModel::sums(NameTree::NodeId group) const
{
    return m_kept ? m_kept->sums(group) : m_results->sums(group);
}

/// Takes into account that sums under a filter may be outdated.
bool ComparisonModel::mayHaveVisibleDifference(NameTree::NodeId group) const
{
    const bool isBehind = m_kept && m_kept->lookedAt() != m_results->lookedAt();
    return isBehind ? hasDifference(group) : sums(group).different() > 0;
}

std::optional<PairSums> ComparisonModel::figures(NameTree::NodeId node) const
{
    if (!isGroup(node))
        return m_results->figures(node);
    const PairSums figures = sums(node);
    return figures.elements > 0 ? std::optional(figures) : std::nullopt;
}

void ComparisonModel::onResultsAdded(bool ended)
{
    emitFiguresChanged(ended);
    addFigures();
    arrangeForValues(ended, m_filterAsksValues);
}

TreeSorting ComparisonModel::sortingOf(int column) const
{
    const PairSorting& sorting = comparisonColumns[static_cast<std::size_t>(column)].sorting;
    return {sorting.sorting, static_cast<std::uint8_t>(sorting.key)};
}

void ComparisonModel::arrange()
{
    if (!m_results)
        return;
    const PairSorting sorting{wantedSorting().sorting, static_cast<PairKey>(wantedSorting().figure)};
    startArranging([request = PairArrangementRequest{m_results, sorting, filter().toStdString(), form()}](
                       const Work& work) { return arrangePairs(request, work); },
        [this](PairArrangement arrangement) { show(std::move(arrangement)); });
}

void ComparisonModel::show(PairArrangement arrangement)
{
    if (!areRowsPending() && wantedSorting() == shownSorting() && *arrangement.visible == *order())
        return;
    setNoMatch(std::move(arrangement.noMatch));
    showOrder(std::move(arrangement.visible), arrangement.filterAsksValues, [&](bool) {
        m_addingFigures.stop();
        m_kept = std::move(arrangement.kept);
        m_filterAsksValues = arrangement.filterAsksValues;
        addFigures();
    });
}

std::optional<std::uint32_t> ComparisonModel::nextDifference(std::optional<NameTree::NodeId> from, bool forward) const
{
    if (!m_results || visibleTensors() == 0)
        return std::nullopt;
    const NameTree& tree = m_results->paired()->tree;
    const auto endOf = [&](NameTree::NodeId group) {
        return forward ? std::size_t{0} : order()->children(group).size();
    };
    // Walks through the visible tree. The position is a group, and an index between two of its children.
    NameTree::NodeId group = root();
    std::size_t place = endOf(root());
    if (from && *from != root() && order()->isVisible(*from)) {
        const bool into = forward && isGroup(*from);
        group = into ? *from : order()->parent(tree, *from);
        place = into ? 0 : order()->row(*from) + (forward ? 1 : 0);
    }
    for (;;) {
        const auto children = order()->children(group);
        if (place == (forward ? children.size() : 0)) {
            if (group == root())
                return std::nullopt;
            place = order()->row(group) + (forward ? 1 : 0);
            group = order()->parent(tree, group);
            continue;
        }
        const NameTree::NodeId node = children[forward ? place++ : --place];
        if (isGroup(node)) {
            if (mayHaveVisibleDifference(node)) {
                group = node;
                place = endOf(node);
            }
        } else if (const auto status = m_results->status(node); status && status != PairStatus::Identical) {
            return node;
        }
    }
}

int ComparisonModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const ComparisonColumn& column = comparisonColumns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return tr(column.title);
    if (role == Qt::TextAlignmentRole && column.isNumber)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole && section == RelativeL2)
        return definition(section) + u'\n' + barsText();
    if (role == Qt::ToolTipRole && *column.explanation)
        return definition(section);
    if (role == Qt::InitialSortOrderRole)
        return QVariant::fromValue(column.sortedDown ? Qt::DescendingOrder : Qt::AscendingOrder);
    return {};
}

QString ComparisonModel::definition(int column)
{
    const char* const text = comparisonColumns[static_cast<std::size_t>(column)].explanation;
    return *text ? tr(text) : QString();
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const NameTree::NodeId node = nodeAt(index);
    switch (role) {
    case Qt::DisplayRole:
        return text(node, index.column(), false);
    case WholeTextRole:
        return text(node, index.column(), true);
    case Qt::ToolTipRole:
        return toolTip(node, index.column());
    case Qt::TextAlignmentRole:
        if (comparisonColumns[static_cast<std::size_t>(index.column())].isNumber)
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        return {};
    case NodeRole:
        return quint32{node};
    case TensorRole:
        return isGroup(node) ? QVariant() : QVariant(quint32{node});
    case IsGroupRole:
        return isGroup(node);
    case HintRole:
        return index.column() == Name ? hint(node) : QVariant();
    case PairNamesRole:
        return pairNames(node);
    case FullNameRole:
        return fullName(node);
    case PairStatusRole:
        return status(node);
    case PairNonfiniteRole:
        return figures(node).value_or(PairSums{}).nonfinite > 0;
    case ChangePositionRole:
        return changePosition(node);
    case PairCountsRole:
        return isGroup(node) ? counts(node) : QVariant();
    default:
        return {};
    }
}

} // namespace loupe
