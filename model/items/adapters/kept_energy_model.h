#pragma once

#include "items/adapters/computed_adapter.h"

#include <QAbstractTableModel>

namespace loupe {

/// A row for each module of an adapter that is computed: its ranks, and the energy that is kept.
class KeptEnergyModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { Module, RankBefore, Rank, Norm, Energy, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: no rows.
    void setAdapter(ComputedAdapterPtr adapter);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const KeptModule& module, int column) const;

    ComputedAdapterPtr m_adapter;
};

} // namespace loupe
