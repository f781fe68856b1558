#include "items/writing/file_table_model.h"

namespace loupe {

int FileTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FileTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Tensors || section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case File:
        return tr("File");
    case Tensors:
        return tr("Tensors");
    case Size:
        return tr("Size");
    default:
        return noteTitle();
    }
}

} // namespace loupe
