#pragma once

#include "items/jobs/item_roles.h"
#include "saving/recipe/staged_edits.h"

#include <QAbstractTableModel>

namespace loupe {

/// What is staged, a row for each change: tensors in the order of the checkpoint, then metadata. Row numbers are those
/// of StagedEdits::change(). Answers EditedRole for its subject, and TensorRole where that is
/// a tensor.
class ChangesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Kind, Subject, Becomes, ColumnCount };
    Q_ENUM(Column)

    using QAbstractTableModel::QAbstractTableModel;

    void setEdits(const StagedEdits& edits);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    StagedEdits m_edits;
};

/// "3 tensors renamed, 1 cast, 2 deleted; 1 metadata key changed"; empty where nothing is.
QString changesText(const ChangeTotals& totals);
/// A sentence that says which names two tensors would have; empty where there are none.
QString clashesText(const NameClashes& clashes);

} // namespace loupe
