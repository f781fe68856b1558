#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <cstddef>
#include <span>

namespace loupe {

/// The heading of a column in a table of modules. Both texts are translated in the context of the model's class.
struct ModuleColumn {
    const char* title;
    const char* meaning; ///< the tooltip
    bool isNumber = false; ///< on the right
};

/// A row for each module of an adapter, its name in the first column.
class ModuleTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    /// `columns` must outlive the model.
    ModuleTableModel(std::span<const ModuleColumn> columns, QObject* parent);

    virtual std::size_t moduleCount() const = 0;
    virtual QString text(std::size_t row, int column) const = 0;
    /// The number with all digits.
    virtual QString wholeText(std::size_t row, int column) const { return text(row, column); }

private:
    QVariant alignmentOf(int column) const;

    const std::span<const ModuleColumn> m_columns;
};

} // namespace loupe
