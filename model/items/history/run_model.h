#pragma once

#include "items/history/run_session.h"

#include <QAbstractTableModel>

#include <set>

namespace loupe {

/// The checkpoints of a run as a table, sorted by step, with what is known of each.
class RunModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Step, State, Norm, Mean, Largest, Nan, Inf, Change, Size, Time, Name, ColumnCount };
    Q_ENUM(Column)

    /// `session` must outlive this object.
    explicit RunModel(const RunSession& session, QObject* parent = nullptr);

    const HistoryStep& stepAt(int row) const { return m_session.history().steps[std::size_t(row)]; }
    QString pathAt(int row) const;
    /// The previous complete checkpoint of the same series, as far as is known; -1 if there is none.
    int rowBefore(int row) const;
    /// The first checkpoint with NaN or infinities; -1 if none is known.
    int firstNonfinite() const { return m_firstNonfinite.empty() ? -1 : *m_firstNonfinite.begin(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void findFirst();
    QString text(int row, int column) const;
    QString wholeText(int row, int column) const;
    QVariant severity(int row) const;

    const RunSession& m_session;
    std::set<int> m_firstNonfinite; ///< rows: the first checkpoint of each series with NaN or infinities
};

} // namespace loupe
