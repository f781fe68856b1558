#include "items/histogram/histogram_model.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

QString exactText(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

/// Calls `visitor(from, to, count)` for the range below the bins, for each bin, and for the range above them.
template <typename Visitor>
void visitRanges(const Histogram& histogram, Visitor&& visitor)
{
    using Edge = std::optional<double>;
    const auto& edges = histogram.edges;
    if (histogram.below > 0)
        visitor(Edge(), Edge(edges.front()), histogram.below);
    for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin)
        visitor(Edge(edges[bin]), Edge(edges[bin + 1]), histogram.counts[bin]);
    if (histogram.above > 0)
        visitor(Edge(edges.back()), Edge(), histogram.above);
}

} // namespace

HistogramModel::HistogramModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void HistogramModel::setHistogram(SummaryPtr summary, HistogramPtr histogram)
{
    beginResetModel();
    m_rows.clear();
    if (summary && histogram) {
        m_elements = summary->elements;
        visitRanges(*histogram, [this](std::optional<double> from, std::optional<double> to, std::uint64_t count) {
            m_rows.push_back({.name = {}, .from = from, .to = to, .count = count});
        });
        const auto add = [this](const QString& name, std::optional<std::uint64_t> count) {
            if (count.value_or(0) > 0)
                m_rows.push_back({.name = name, .from = {}, .to = {}, .count = *count});
        };
        add(QChar(0x2212) + QStringLiteral("Inf"), summary->negativeInf);
        add(QStringLiteral("+Inf"), summary->positiveInf);
        add(QStringLiteral("NaN"), summary->nan);
    }
    m_places = {};
    for (const Row& row : m_rows) {
        for (const int column : {From, To})
            m_places[std::size_t(column)] =
                unite(m_places[std::size_t(column)], decimalPlace(edgeText(row, column, false)));
    }
    endResetModel();
}

int HistogramModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int HistogramModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Share + 1;
}

QVariant HistogramModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case From:
        return tr("From");
    case To:
        return tr("To");
    case Count:
        return tr("Elements");
    case Share:
        return tr("Share");
    default:
        return {};
    }
}

QVariant HistogramModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == WholeTextRole && index.column() == Count)
        return QString::number(row.count);
    if (role == WholeTextRole && index.column() < Count)
        return edgeText(row, index.column(), true);
    if (role == CharactersAfterRole && index.column() < Count) {
        const DecimalPlace& place = m_places[std::size_t(index.column())];
        return charactersAfter(edgeText(row, index.column(), false), place.after, place.width());
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case From:
    case To:
        return edgeText(row, index.column(), false);
    case Count:
        return toQString(formatCount(row.count));
    case Share:
        return toQString(formatShare(static_cast<double>(row.count) / static_cast<double>(m_elements)));
    default:
        return {};
    }
}

QString HistogramModel::edgeText(const Row& row, int column, bool whole)
{
    const std::optional<double>& edge = column == From ? row.from : row.to;
    if (!edge)
        return column == From ? row.name : QString();
    if (whole)
        return exactText(*edge);
    const int digits =
        row.from && row.to ? digitsToTellApart(*row.from, *row.to) : digitsToTellApart(0, std::abs(*edge));
    return shownNumber(QString::number(*edge, 'g', digits));
}

int digitsToTellApart(double low, double high)
{
    constexpr int fewest = 6;
    constexpr int most = 17;
    // Halved because the width of a range over all doubles is not finite.
    const double width = high / 2 - low / 2;
    const double greatest = std::max(std::abs(low), std::abs(high)) / 2;
    if (!(width > 0))
        return most;
    return std::clamp(int(std::ceil(std::log10(greatest) - std::log10(width))) + 2, fewest, most);
}

QString histogramText(const Summary& summary, const Histogram& histogram, QChar separator)
{
    QString text = QStringLiteral("from%1to%1count\n").arg(separator);
    const auto add = [&](const QString& from, const QString& to, std::uint64_t count) {
        text += from + separator + to + separator + QString::number(count) + u'\n';
    };
    visitRanges(histogram, [&](std::optional<double> from, std::optional<double> to, std::uint64_t count) {
        add(from ? exactText(*from) : QString(), to ? exactText(*to) : QString(), count);
    });
    const auto addSpecial = [&](const QString& name, std::optional<std::uint64_t> count) {
        if (count)
            add(name, {}, *count);
    };
    addSpecial(QStringLiteral("-inf"), summary.negativeInf);
    addSpecial(QStringLiteral("inf"), summary.positiveInf);
    addSpecial(QStringLiteral("nan"), summary.nan);
    return text;
}

QString histogramLines(const QString& name, const Summary& summary, const Histogram& histogram, QChar separator)
{
    QString text;
    const QStringList all = histogramText(summary, histogram, separator).split(u'\n', Qt::SkipEmptyParts);
    for (qsizetype line = 1; line < all.size(); ++line)
        text += name + separator + all[line] + u'\n';
    return text;
}

} // namespace loupe
