#include "items/histogram/statistics_model.h"

#include "analysis/statistics/statistic.h"
#include "core/text/text.h"
#include "items/histogram/window_quantiles.h"
#include "items/jobs/qt_text.h"
#include "items/language/engine_words.h"
#include "items/values/value_text.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace loupe {

namespace {

/// A row shows the number of elements if none of the last three members is set.
struct Row {
    const char* title;
    FigureGroup group;
    const char* shortTitle = nullptr; ///< null: same as the title
    const Statistic* statistic = nullptr;
    Statistic::Count place = nullptr; ///< for a row with the index of an element
    std::optional<double> quantile = {}; ///< its fraction
};

constexpr Row quantileRow(double fraction, const char* title, const char* shortTitle = nullptr)
{
    return {.title = title, .group = FigureGroup::Quantiles, .shortTitle = shortTitle, .quantile = fraction};
}

constexpr std::array quantileRows{
    quantileRow(0.001, QT_TRANSLATE_NOOP("loupe::StatisticsModel", "0.1 % quantile"),
        QT_TRANSLATE_NOOP("loupe::StatisticsModel", "0.1 %")),
    quantileRow(0.01, QT_TRANSLATE_NOOP("loupe::StatisticsModel", "1 % quantile"),
        QT_TRANSLATE_NOOP("loupe::StatisticsModel", "1 %")),
    quantileRow(0.25, QT_TRANSLATE_NOOP("loupe::StatisticsModel", "25 % quantile"),
        QT_TRANSLATE_NOOP("loupe::StatisticsModel", "25 %")),
    quantileRow(0.5, QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Median")),
    quantileRow(0.75, QT_TRANSLATE_NOOP("loupe::StatisticsModel", "75 % quantile"),
        QT_TRANSLATE_NOOP("loupe::StatisticsModel", "75 %")),
    quantileRow(0.99, QT_TRANSLATE_NOOP("loupe::StatisticsModel", "99 % quantile"),
        QT_TRANSLATE_NOOP("loupe::StatisticsModel", "99 %")),
    quantileRow(0.999, QT_TRANSLATE_NOOP("loupe::StatisticsModel", "99.9 % quantile"),
        QT_TRANSLATE_NOOP("loupe::StatisticsModel", "99.9 %")),
};

using Rows = std::vector<Row>;

FigureGroup groupOf(const Statistic& statistic)
{
    if (statistic.count)
        return FigureGroup::Counts;
    return statistic.real ? FigureGroup::Moments : FigureGroup::Extremes;
}

const char* shortTitleOf(const Statistic& statistic)
{
    return statistic.real == &Summary::standardDeviation ? QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Std deviation")
                                                         : nullptr;
}

/// The row with the first position of an extreme.
Row placeOf(const Statistic& statistic)
{
    const bool isMinimum = statistic.extreme == &Summary::minimum;
    return {.title = isMinimum ? QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Minimum at")
                               : QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Maximum at"),
        .group = FigureGroup::Extremes,
        .place = isMinimum ? &Summary::firstMinimum : &Summary::firstMaximum};
}

Rows makeRows(bool withNulls)
{
    Rows made{{.title = QT_TRANSLATE_NOOP("loupe::StatisticsModel", "Elements"), .group = FigureGroup::Counts}};
    for (const Statistic& statistic : statistics) {
        if (!withNulls && isNullCount(statistic))
            continue;
        made.push_back({.title = statistic.title,
            .group = groupOf(statistic),
            .shortTitle = shortTitleOf(statistic),
            .statistic = &statistic,
            .place = statistic.place});
        if (statistic.extreme)
            made.push_back(placeOf(statistic));
    }
    made.insert(made.end(), quantileRows.begin(), quantileRows.end());
    // Within each group, move the positions of nonfinite values to the end.
    std::stable_sort(made.begin(), made.end(), [](const Row& a, const Row& b) {
        const auto rank = [](const Row& row) { return std::pair(row.group, row.statistic && row.place); };
        return rank(a) < rank(b);
    });
    return made;
}

/// The row for nulls exists only if there are any, as few tensors have nulls.
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

QString statisticTitle(const Row& row)
{
    return row.statistic ? engineWord(row.title) : StatisticsModel::tr(row.title);
}

std::optional<std::uint64_t> countOf(const Row& row, const Summary& summary)
{
    if (row.quantile)
        return std::nullopt;
    if (row.place)
        return summary.*row.place;
    if (!row.statistic)
        return summary.elements;
    return row.statistic->count ? summary.*row.statistic->count : std::nullopt;
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
    constexpr int digitsShown = 6; // the tooltip and the clipboard show all digits
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
            return QString::number(*figure, 'f', 0); // formatted like the extremes, however large
        return figureText(*figure, whole);
    }
    if (const auto count = countOf(row, summary))
        return toQString(formatCount(*count));
    return QStringLiteral("–");
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

FigureGroup StatisticsModel::groupOf(int row) const
{
    return rowsOf(m_summary)[static_cast<std::size_t>(row)].group;
}

QString StatisticsModel::shortName(int row) const
{
    const Row& shown = rowsOf(m_summary)[static_cast<std::size_t>(row)];
    return shown.shortTitle ? tr(shown.shortTitle) : statisticTitle(shown);
}

QString StatisticsModel::partName(int column) const
{
    return isComplex() && column != Name ? headerData(column, Qt::Horizontal).toString() : QString();
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
        return role == Qt::DisplayRole || role == WholeTextRole ? QVariant(statisticTitle(row)) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (!m_summary)
        return {};
    const Summary& summary =
        isComplex() ? m_summary->parts[static_cast<std::size_t>(index.column() - Value)] : *m_summary;
    const bool isPlace = row.place != nullptr;
    const std::optional<std::uint64_t> place = isPlace ? countOf(row, summary) : std::nullopt;
    switch (role) {
    case ElementRole:
        return place ? QVariant(qulonglong{*place}) : QVariant();
    case Qt::DisplayRole:
        if (place)
            return m_shape.size() > 1 ? indexText(m_shape, *place) : toQString(formatCount(*place));
        return shownNumber(valueText(row, summary, false));
    case WholeTextRole:
        return place ? placeText(*place) : valueText(row, summary, true);
    case ShareRole:
        if (const auto count = countOf(row, summary); count && row.statistic && !isPlace && summary.elements > 0) {
            // Shares are relative to the elements that are not null, except the share of nulls.
            const std::uint64_t all = isNullCount(*row.statistic) ? summary.elements : presentElements(summary);
            return all > 0 ? static_cast<double>(*count) / static_cast<double>(all) : 0.0;
        }
        return {};
    default:
        return {};
    }
}

} // namespace loupe
