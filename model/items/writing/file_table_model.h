#pragma once

#include <QAbstractTableModel>

namespace loupe {

/// A table of checkpoint files, read or to be written, with a remark on each.
class FileTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { File, Note, Tensors, Size, ColumnCount };
    Q_ENUM(Column)

    using QAbstractTableModel::QAbstractTableModel;

    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

protected:
    /// What the remarks are about.
    virtual QString noteTitle() const = 0;
};

} // namespace loupe
