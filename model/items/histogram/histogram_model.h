#pragma once

#include "items/histogram/histogram_cache.h"
#include "items/histogram/summary_cache.h"
#include "items/jobs/item_roles.h"
#include "items/values/decimal_places.h"

#include <QAbstractTableModel>
#include <array>
#include <optional>
#include <vector>

namespace loupe {

/// A histogram as a table: from, to, count and share of elements. A row before the bins is for values below them; rows
/// after the bins are for values above them, −Inf, +Inf and NaN. Empty ones of these rows are omitted.
class HistogramModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { From, To, Count, Share };
    Q_ENUM(Column)

    explicit HistogramModel(QObject* parent = nullptr);

    /// No rows if both are null.
    void setHistogram(SummaryPtr summary, HistogramPtr histogram);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QString name; ///< for nonfinite values; else empty
        std::optional<double> from;
        std::optional<double> to;
        std::uint64_t count = 0;
    };
    static QString edgeText(const Row& row, int column, bool whole);

    std::vector<Row> m_rows;
    std::array<DecimalPlace, 2> m_places; ///< for all numbers in the From and To columns
    std::uint64_t m_elements = 0;
};

/// How many significant digits are required to distinguish the two edges of a bin; at least 6.
int digitsToTellApart(double low, double high);

/// The histogram for export, with a header line. Columns: from, to, count. Numbers have all digits; a cell is empty if
/// the range is unbounded there. The last rows are "-inf", "inf" and "nan".
QString histogramText(const Summary& summary, const Histogram& histogram, QChar separator);
/// As above without the header line, with `name` at the start of each line.
QString histogramLines(const QString& name, const Summary& summary, const Histogram& histogram, QChar separator);

} // namespace loupe
