#pragma once

#include "items/jobs/item_roles.h"
#include "saving/recipe/staged_edits.h"

#include <QAbstractItemModel>
#include <QItemSelection>

#include <vector>

namespace loupe {

/// What is staged: a row for each action, with a row below it for each of its changes where these are several. The rows
/// below cost nothing until they are looked at. Answers EditedRole for its subject, and TensorRole where that is one
/// tensor.
class ChangesModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Kind, Subject, Becomes, ColumnCount };
    Q_ENUM(Column)

    using QAbstractItemModel::QAbstractItemModel;

    /// Resets the model.
    void setEdits(const StagedEdits& edits);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// StagedAction::id of a row's action. Precondition: a valid index.
    quint64 actionId(const QModelIndex& index) const { return action(index).id; }
    QModelIndex indexOfAction(quint64 id) const;
    /// What these rows stand for in the edits.
    std::vector<ActionPart> parts(const QItemSelection& rows) const;

private:
    static bool isAction(const QModelIndex& index) { return index.internalId() == 0; }
    static std::size_t actionNumber(const QModelIndex& index);
    const StagedAction& action(const QModelIndex& index) const { return *m_edits.actions()[actionNumber(index)]; }
    QString text(const QModelIndex& index, bool whole) const;
    QVariant toolTip(const StagedAction& action) const;

    StagedEdits m_edits;
};

/// "3 tensors renamed, 1 cast, 2 deleted; 1 metadata key changed"; empty where nothing is.
QString changesText(const ChangeTotals& totals);
/// A sentence that says how much there will be once it is saved; empty where that is as much as now.
QString savedText(const StagedEdits& edits);
/// A sentence that says which names two tensors would have; empty where there are none.
QString clashesText(const NameClashes& clashes);

} // namespace loupe
