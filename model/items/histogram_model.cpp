#include "items/histogram_model.h"

#include "core/text.h"
#include "items/qt_text.h"

#include <QLocale>

namespace loupe {

namespace {

QString exactText(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

/// Calls `visitor(from, to, count)` for what lies below the bins, in each bin, and above them.
template <typename Visitor>
void visitRanges(const Histogram& histogram, Visitor&& visitor)
{
    const auto& edges = histogram.edges;
    if (histogram.below > 0)
        visitor(QString(), exactText(edges.front()), histogram.below);
    for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin)
        visitor(exactText(edges[bin]), exactText(edges[bin + 1]), histogram.counts[bin]);
    if (histogram.above > 0)
        visitor(exactText(edges.back()), QString(), histogram.above);
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
        visitRanges(*histogram, [this](const QString& from, const QString& to, std::uint64_t count) {
            m_rows.push_back({from, to, count});
        });
        const auto add = [this](const QString& name, std::optional<std::uint64_t> count) {
            if (count.value_or(0) > 0)
                m_rows.push_back({name, {}, *count});
        };
        add(QChar(0x2212) + QStringLiteral("Inf"), summary->negativeInf);
        add(QStringLiteral("+Inf"), summary->positiveInf);
        add(QStringLiteral("NaN"), summary->nan);
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
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case From:
        return row.from;
    case To:
        return row.to;
    case Count:
        return toQString(formatCount(row.count));
    case Share:
        return toQString(formatShare(static_cast<double>(row.count) / static_cast<double>(m_elements)));
    default:
        return {};
    }
}

QString histogramText(const Summary& summary, const Histogram& histogram, QChar separator)
{
    QString text = QStringLiteral("from%1to%1count\n").arg(separator);
    const auto add = [&](const QString& from, const QString& to, std::uint64_t count) {
        text += from + separator + to + separator + QString::number(count) + u'\n';
    };
    visitRanges(histogram, add);
    const auto addSpecial = [&](const QString& name, std::optional<std::uint64_t> count) {
        if (count)
            add(name, {}, *count);
    };
    addSpecial(QStringLiteral("-inf"), summary.negativeInf);
    addSpecial(QStringLiteral("inf"), summary.positiveInf);
    addSpecial(QStringLiteral("nan"), summary.nan);
    return text;
}

} // namespace loupe
