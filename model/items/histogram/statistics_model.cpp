#include "items/histogram/statistics_model.h"

#include "analysis/statistics/statistic.h"
#include "core/text/text.h"
#include "items/histogram/window_quantiles.h"
#include "items/jobs/qt_text.h"
#include "items/language/engine_words.h"
#include "items/values/value_text.h"

#include <QLocale>
#include <array>
#include <cmath>
#include <vector>

namespace loupe {

namespace {

/// The number of elements where neither is set.
struct Row {
    const char* title;
    const Statistic* statistic = nullptr;
    std::optional<double> quantile = {}; ///< its fraction
};

constexpr std::array quantileRows{
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "0.1 % quantile"), .quantile = 0.001},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "1 % quantile"), .quantile = 0.01},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "25 % quantile"), .quantile = 0.25},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Median"), .quantile = 0.5},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "75 % quantile"), .quantile = 0.75},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "99 % quantile"), .quantile = 0.99},
    Row{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "99.9 % quantile"), .quantile = 0.999},
};

using Rows = std::vector<Row>;

Rows makeRows(bool withNulls)
{
    Rows made{{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Elements")}};
    for (const Statistic& statistic : statistics) {
        if (withNulls || !isNullCount(statistic))
            made.push_back({.title = statistic.title, .statistic = &statistic});
    }
    made.insert(made.end(), quantileRows.begin(), quantileRows.end());
    return made;
}

/// Few tensors have nulls: their row is there where some are.
bool hasNullRow(const SummaryPtr& summary)
{
    return summary && summary->null.value_or(0) > 0;
}

const Rows& rowsOf(const SummaryPtr& summary)
{
    static const Rows without = makeRows(false);
    static const Rows with = makeRows(true);
    return hasNullRow(summary) ? with : without;
}

std::optional<std::uint64_t> countOf(const Row& row, const Summary& summary)
{
    if (row.quantile)
        return std::nullopt;
    if (!row.statistic)
        return summary.elements;
    const auto count = row.statistic->count ? row.statistic->count : row.statistic->place;
    return count ? summary.*count : std::nullopt;
}

std::optional<Scalar> extremeOf(const Row& row, const Summary& summary)
{
    return row.statistic && row.statistic->extreme ? summary.*row.statistic->extreme : std::nullopt;
}

std::optional<double> figureOf(const Row& row, const Summary& summary)
{
    if (row.quantile)
        return quantileOf(summary, *row.quantile);
    return row.statistic && row.statistic->real ? summary.*row.statistic->real : std::nullopt;
}

QString figureText(double figure, bool whole)
{
    constexpr int digitsShown = 6; // the tool tip and the clipboard have all
    return whole ? QString::number(figure, 'g', QLocale::FloatingPointShortest)
                 : QString::number(figure, 'g', digitsShown);
}

QString valueText(const Row& row, const Summary& summary, bool whole)
{
    if (const auto extreme = extremeOf(row, summary))
        return whole || extreme->kind != Scalar::Kind::Float ? toQString(toText(*extreme))
                                                             : figureText(extreme->real, false);
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
    if (const auto extreme = extremeOf(row, summary))
        return extreme->toDouble();
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
    return parent.isValid() ? 0 : static_cast<int>(rowsOf(m_summary).size());
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
    const Row& row = rowsOf(m_summary)[static_cast<std::size_t>(index.row())];
    if (index.column() == Name)
        return role == Qt::DisplayRole || role == WholeTextRole
            ? QVariant(row.statistic ? engineWord(row.title) : tr(row.title))
            : QVariant();
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (!m_summary)
        return {};
    const Summary& summary =
        isComplex() ? m_summary->parts[static_cast<std::size_t>(index.column() - Value)] : *m_summary;
    const bool isPlace = row.statistic && row.statistic->place;
    const std::optional<std::uint64_t> place = isPlace ? countOf(row, summary) : std::nullopt;
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
        if (const auto count = countOf(row, summary); count && row.statistic && !isPlace && summary.elements > 0) {
            // Nulls are excluded from all shares but their own.
            const std::uint64_t all = isNullCount(*row.statistic) ? summary.elements : presentElements(summary);
            return all > 0 ? static_cast<double>(*count) / static_cast<double>(all) : 0.0;
        }
        return {};
    default:
        return {};
    }
}

} // namespace loupe
