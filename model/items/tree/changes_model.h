#pragma once

#include "items/jobs/item_roles.h"
#include "items/jobs/job_runner.h"
#include "saving/recipe/action_label.h"
#include "saving/recipe/staged_edits.h"

#include <QAbstractItemModel>
#include <QItemSelection>

#include <map>
#include <memory>
#include <vector>

namespace loupe {

/// What is staged: a row for each action, with a row below it for each of its changes where these are several. The rows
/// below cost nothing until they are looked at. An action of many changes is named by its first one until a job has
/// found what all have in common, which setShown() asks for. Answers EditedRole for its subject, and TensorRole where
/// that is one tensor.
class ChangesModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Kind, Subject, Becomes, ColumnCount };
    Q_ENUM(Column)

    explicit ChangesModel(QObject* parent = nullptr);

    /// Resets the model.
    void setEdits(const StagedEdits& edits);
    /// Whether someone looks at it: else large actions are not named.
    void setShown(bool shown);
    bool isNaming() const { return m_naming.isRunning(); }

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

signals:
    /// isNaming() changed.
    void namingChanged();

private:
    using ActionPtr = std::shared_ptr<const StagedAction>;
    using Labels = std::map<ActionPtr, ActionLabel>;

    static bool needsLabel(const StagedAction& action);
    void nameSmall();
    void nameLarge();
    ActionLabel labelFor(const ActionPtr& action) const;
    QString subjectText(const ActionPtr& action, bool whole) const;
    QString becomesText(const ActionPtr& action, bool whole) const;
    static bool isAction(const QModelIndex& index) { return index.internalId() == 0; }
    static std::size_t actionNumber(const QModelIndex& index);
    const ActionPtr& actionAt(const QModelIndex& index) const { return m_edits.actions()[actionNumber(index)]; }
    const StagedAction& action(const QModelIndex& index) const { return *actionAt(index); }
    QString text(const QModelIndex& index, bool whole) const;
    QVariant toolTip(const StagedAction& action) const;

    StagedEdits m_edits;
    Labels m_labels; ///< of the actions that are staged, as far as they are known
    bool m_isShown = false;
    JobRunner m_naming;
};

/// "3 tensors renamed, 1 cast, 2 deleted; 1 metadata key changed"; empty if nothing is.
QString changesText(const ChangeTotals& totals);
/// A sentence that says how much there will be once it is saved; empty if that is as much as now.
QString savedText(const StagedEdits& edits);
/// A sentence that says which names two tensors would have; empty if there are none.
QString clashesText(const NameClashes& clashes);

} // namespace loupe
