#pragma once

#include "core/text/name_patterns.h"
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

/// The pending edits: a row for each action. If an action has several changes, there is a row below it for each of
/// them; these cost nothing until they are visible. An action with many changes is labeled by its first one until a
/// job, started by setShown(), has found what they have in common. Tensor names are a list; the same job finds its
/// NamePatternsRole. The subject has an EditedRole, and a TensorRole if it is a single tensor.
class ChangesModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Kind, Subject, Becomes, ColumnCount };
    Q_ENUM(Column)

    explicit ChangesModel(QObject* parent = nullptr);

    /// Resets the model.
    void setEdits(const StagedEdits& edits);
    /// Says if the model is visible. While it is not, large actions are not labeled.
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
    /// The parts of the edits that these rows represent.
    std::vector<ActionPart> parts(const QItemSelection& rows) const;

signals:
    /// isNaming() has changed.
    void namingChanged();

private:
    using ActionPtr = std::shared_ptr<const StagedAction>;
    using Labels = std::map<ActionPtr, ActionLabel>;
    struct Naming {
        Labels labels;
        NamePatternsPtr patterns;
    };

    static bool needsLabel(const StagedAction& action);
    static NamePatternsPtr patternsOf(const std::vector<ActionPtr>& actions, const Work& work);
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
    Labels m_labels; ///< the known labels of the staged actions
    NamePatternsPtr m_patterns; ///< of all tensors that are changed; null while unknown
    bool m_isShown = false;
    JobRunner m_naming;
};

/// "3 tensors renamed, 1 cast, 2 deleted; 1 metadata key changed"; empty if there are no changes.
QString changesText(const ChangeTotals& totals);
/// A sentence about the size after saving; empty if it does not change.
QString savedText(const StagedEdits& edits);
/// A sentence that names tensors which would have the same name; empty if there are none.
QString clashesText(const NameClashes& clashes);

} // namespace loupe
