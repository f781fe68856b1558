#include "items/histogram/statistics_model.h"

#include "core/text/text.h"
#include "items/histogram/window_quantiles.h"
#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"

#include <QLocale>
#include <array>
#include <cmath>

namespace loupe {

namespace {

using Count = std::optional<std::uint64_t> Summary::*;
using Extreme = std::optional<Scalar> Summary::*;
using Figure = std::optional<double> Summary::*;

/// One of the members is set, or none: then it is the number of elements.
struct Row {
    const char* title;
    Count count = nullptr;
    bool isIndex = false; ///< of the count: says where, not how many
    Extreme extreme = nullptr;
    Figure figure = nullptr;
    std::optional<double> quantile = {}; ///< its fraction
};

constexpr std::array rows{
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Elements")},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Null"), .count = &Summary::null},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "NaN"), .count = &Summary::nan},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "+Inf"), .count = &Summary::positiveInf},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "−Inf"), .count = &Summary::negativeInf},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "First NaN or Inf at"),
        .count = &Summary::firstNonfinite,
        .isIndex = true},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Zero"), .count = &Summary::zero},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Negative"), .count = &Summary::negative},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Subnormal"), .count = &Summary::subnormal},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Minimum"), .extreme = &Summary::minimum},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Maximum"), .extreme = &Summary::maximum},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Mean"), .figure = &Summary::mean},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Standard deviation"),
        .figure = &Summary::standardDeviation},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "0.1 % quantile"), .quantile = 0.001},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "1 % quantile"), .quantile = 0.01},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "25 % quantile"), .quantile = 0.25},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Median"), .quantile = 0.5},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "75 % quantile"), .quantile = 0.75},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "99 % quantile"), .quantile = 0.99},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "99.9 % quantile"), .quantile = 0.999},
};

/// Few tensors have nulls: their row is there where some are.
constexpr std::size_t nullRow = 1;

bool hasNullRow(const SummaryPtr& summary)
{
    return summary && summary->null.value_or(0) > 0;
}

/// Row number `row` of those that are shown of `summary`.
const Row& rowOf(const SummaryPtr& summary, int row)
{
    const auto number = static_cast<std::size_t>(row);
    return rows[number >= nullRow && !hasNullRow(summary) ? number + 1 : number];
}

std::optional<std::uint64_t> countOf(const Row& row, const Summary& summary)
{
    if (row.extreme || row.figure || row.quantile)
        return std::nullopt;
    return row.count ? summary.*row.count : summary.elements;
}

std::optional<double> figureOf(const Row& row, const Summary& summary)
{
    if (row.quantile)
        return quantileOf(summary, *row.quantile);
    return row.figure ? summary.*row.figure : std::nullopt;
}

QString figureText(double figure, bool whole)
{
    constexpr int digitsShown = 12; // a mean over millions of F32 is good for as many
    return whole ? QString::number(figure, 'g', QLocale::FloatingPointShortest)
                 : QString::number(figure, 'g', digitsShown);
}

QString valueText(const Row& row, const Summary& summary, bool whole)
{
    if (row.extreme && summary.*row.extreme)
        return toQString(toText(*(summary.*row.extreme)));
    if (const auto figure = figureOf(row, summary)) {
        const bool integers = summary.minimum && summary.minimum->kind != Scalar::Kind::Float;
        if (row.quantile && integers && *figure == std::trunc(*figure))
            return QString::number(*figure, 'f', 0); // as the extremes are, however large
        return figureText(*figure, whole);
    }
    if (const auto count = countOf(row, summary))
        return toQString(formatCount(*count));
    return QStringLiteral("–");
}

QVariant rawValue(const Row& row, const Summary& summary)
{
    if (row.extreme && summary.*row.extreme)
        return (summary.*row.extreme)->toDouble();
    if (const auto figure = figureOf(row, summary))
        return *figure;
    if (const auto count = countOf(row, summary))
        return qulonglong{*count};
    return {};
}

} // namespace

StatisticsModel::StatisticsModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void StatisticsModel::setSummary(SummaryPtr summary)
{
    const bool willBeComplex = summary && summary->parts.size() == 2;
    if (isComplex() == willBeComplex && hasNullRow(m_summary) == hasNullRow(summary)) {
        m_summary = std::move(summary);
        emit dataChanged(index(0, Value), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_summary = std::move(summary);
    endResetModel();
}

void StatisticsModel::setShape(std::vector<std::uint64_t> shape)
{
    m_shape = std::move(shape);
    emit dataChanged(index(0, Value), index(rowCount() - 1, columnCount() - 1));
}

QString StatisticsModel::placeText(std::uint64_t element) const
{
    const QString number = toQString(formatCount(element));
    return m_shape.size() > 1 ? number + QStringLiteral(" = ") + indexText(m_shape, element) : number;
}

bool StatisticsModel::isComplex() const
{
    return m_summary && m_summary->parts.size() == 2;
}

int StatisticsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows.size()) - (hasNullRow(m_summary) ? 0 : 1);
}

int StatisticsModel::columnCount(const QModelIndex& parent) const
{
    if (parent.isValid())
        return 0;
    return isComplex() ? Imaginary + 1 : Value + 1;
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Figure");
    case Value:
        return isComplex() ? tr("Real part") : tr("Value");
    case Imaginary:
        return tr("Imaginary part");
    default:
        return {};
    }
}

QVariant StatisticsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = rowOf(m_summary, index.row());
    if (index.column() == Name)
        return role == Qt::DisplayRole || role == WholeTextRole ? QVariant(tr(row.title)) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (!m_summary)
        return {};
    const Summary& summary =
        isComplex() ? m_summary->parts[static_cast<std::size_t>(index.column() - Value)] : *m_summary;
    const std::optional<std::uint64_t> place = row.isIndex ? summary.*row.count : std::nullopt;
    switch (role) {
    case ElementRole:
        return place ? QVariant(qulonglong{*place}) : QVariant();
    case Qt::DisplayRole:
        if (place)
            return placeText(*place);
        return shownNumber(valueText(row, summary, false));
    case WholeTextRole:
        return valueText(row, summary, true);
    case SortRole:
        return rawValue(row, summary);
    case ShareRole:
        if (row.count && !row.isIndex && summary.*row.count && summary.elements > 0) {
            // Nulls are left out of all shares but their own.
            const std::uint64_t all = row.count == &Summary::null ? summary.elements : presentElements(summary);
            return all > 0 ? static_cast<double>(*(summary.*row.count)) / static_cast<double>(all) : 0.0;
        }
        return {};
    default:
        return {};
    }
}

} // namespace loupe
