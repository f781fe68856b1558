#pragma once

#include <QAbstractTableModel>

namespace loupe {

/// A table of checkpoint files, either read or to be written, with a note for each.
class FileTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { File, Note, Tensors, Size, ColumnCount };
    Q_ENUM(Column)

    using QAbstractTableModel::QAbstractTableModel;

    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

protected:
    /// The title of the column Note.
    virtual QString noteTitle() const = 0;
};

} // namespace loupe
