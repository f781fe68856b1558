#pragma once

#include "items/histogram/summary_cache.h"
#include "items/jobs/item_roles.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <vector>

namespace loupe {

enum class FigureGroup : std::uint8_t { Counts, Extremes, Moments, Quantiles };
inline constexpr int figureGroups = 4;

/// The figures of a summary as a table: name and value; for complex tensors, separate values for the real and imaginary
/// parts. The rows are the same with and without a summary, so that the layout does not jump when one arrives.
class StatisticsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Value, Imaginary };
    Q_ENUM(Column)

    explicit StatisticsModel(QObject* parent = nullptr);

    /// Null: empty values, as while a summary is being computed.
    void setSummary(SummaryPtr summary);
    const SummaryPtr& summary() const { return m_summary; }
    /// The tensor's shape, used to show positions in it as an index, too.
    void setShape(std::vector<std::uint64_t> shape);

    /// The group that a row belongs to. The rows of a group are contiguous.
    FigureGroup groupOf(int row) const;
    /// The name of a row below its group's title, for example "0.1 %" for a quantile.
    QString shortName(int row) const;
    /// The heading of a value column, such as "Real part", if there are two.
    QString partName(int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    /// 2; 3 for a complex summary.
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    bool isComplex() const;
    QString placeText(std::uint64_t element) const;

    SummaryPtr m_summary;
    std::vector<std::uint64_t> m_shape;
};

} // namespace loupe
