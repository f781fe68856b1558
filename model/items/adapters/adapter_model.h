#pragma once

#include "items/adapters/adapter_report.h"
#include "items/adapters/module_table_model.h"

#include <array>
#include <cstddef>
#include <optional>

namespace loupe {

/// A row for each module of an adapter. TensorRole is the tensor of its first part, for selecting it in the tree.
class AdapterModel : public ModuleTableModel {
    Q_OBJECT

public:
    enum Column : int { Module, Kind, Rank, Alpha, Scale, Norm, RankForMost, InBase, ColumnCount };

    explicit AdapterModel(QObject* parent = nullptr);

    /// Null: no rows.
    void setReport(AdapterReportPtr report);
    const AdapterReportPtr& report() const { return m_report; }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// The kind, rank, alpha or scale that all rows have in common. Nothing if they differ, or for other columns.
    const std::optional<QString>& commonText(int column) const { return m_common[std::size_t(column)]; }
    /// The tensor of the base that a module changes; empty if there is none.
    QString targetName(int row) const;

private:
    std::size_t moduleCount() const override;
    QString text(std::size_t row, int column) const override;
    QString wholeText(std::size_t row, int column) const override;
    QString baseText(std::size_t row) const;
    bool isUntrained(std::size_t row) const;

    std::optional<QString> findCommonText(int column) const;

    AdapterReportPtr m_report;
    std::array<std::optional<QString>, ColumnCount> m_common;
};

} // namespace loupe
