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

/// A histogram as a table: from, to, how many elements and their share. Before the bins a row for what lies below them,
/// after them rows for what lies above them and for −Inf, +Inf and NaN, each where there is any.
class HistogramModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { From, To, Count, Share };
    Q_ENUM(Column)

    explicit HistogramModel(QObject* parent = nullptr);

    /// Both null: no rows.
    void setHistogram(SummaryPtr summary, HistogramPtr histogram);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QString name; ///< of what is not finite; else empty
        std::optional<double> from;
        std::optional<double> to;
        std::uint64_t count = 0;
    };
    static QString edgeText(const Row& row, int column, bool whole);

    std::vector<Row> m_rows;
    std::array<DecimalPlace, 2> m_places; ///< of all numbers in From and in To
    std::uint64_t m_elements = 0;
};

/// How many significant digits two edges of a bin need, so that people see which is which; at least 6.
int digitsToTellApart(double low, double high);

/// The same for other programs, with a heading: columns from, to, count; numbers in full, an empty cell where a range
/// has no bound, "-inf", "inf" and "nan" at the end.
QString histogramText(const Summary& summary, const Histogram& histogram, QChar separator);
/// Without the heading, `name` before each line.
QString histogramLines(const QString& name, const Summary& summary, const Histogram& histogram, QChar separator);

} // namespace loupe
