#pragma once

#include "items/adapters/computed_adapter.h"
#include "items/adapters/module_table_model.h"

namespace loupe {

/// A row for each module of a computed adapter: its ranks, and the energy that it keeps.
class KeptEnergyModel : public ModuleTableModel {
    Q_OBJECT

public:
    enum Column : int { Module, RankBefore, Rank, Norm, Energy, ColumnCount };

    explicit KeptEnergyModel(QObject* parent = nullptr);

    /// Null: no rows.
    void setAdapter(ComputedAdapterPtr adapter);

private:
    std::size_t moduleCount() const override;
    QString text(std::size_t row, int column) const override;
    QString wholeText(std::size_t row, int column) const override;

    ComputedAdapterPtr m_adapter;
};

} // namespace loupe
