#pragma once

#include "items/jobs/item_roles.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/edited_groups.h"
#include "items/tree/filtered_health.h"
#include "items/tree/group_distributions.h"
#include "items/tree/health_text.h"
#include "items/tree/kept_patterns.h"
#include "items/tree/moved_groups.h"
#include "items/tree/ordered_tree_model.h"
#include "items/tree/role_mix.h"
#include "items/tree/tensor_tree.h"
#include "saving/recipe/staged_edits.h"

#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>

namespace loupe {

struct Arrangement;
struct ValueCounts;

/// The tensors as a tree. Columns as in enum Column; texts are made in data() only. See item_roles.h for what it
/// answers.
class TensorTreeModel final : public OrderedTreeModel {
    Q_OBJECT

public:
    enum Column { Name, DType, Shape, Parameters, Size, Offset, Share, Health, Shard, Distribution, ColumnCount };
    Q_ENUM(Column)

    /// What is known of a tensor's values, for words like "nan:>0"; called on other threads.
    using ValueProvider = std::function<std::optional<ValueCounts>(std::uint32_t tensor)>;

    explicit TensorTreeModel(QObject* parent = nullptr);
    ~TensorTreeModel() override;

    /// Shows another checkpoint; null: none. Resets the model. Sorting and filter stay and are applied in a job.
    void setCheckpoint(OpenedCheckpointPtr checkpoint);
    const OpenedCheckpointPtr& checkpoint() const { return m_opened; }
    /// Whether the column Shard says something.
    bool isSharded() const { return m_opened && !m_opened->shardNames.empty(); }

    /// The filter asks the value provider: what it keeps may change as more values are known.
    bool filterNeedsValues() const;
    /// What the filter that order() shows keeps; null if that is all.
    const std::shared_ptr<const TensorSet>& kept() const { return m_kept; }
    void setValueProvider(ValueProvider provider);
    /// Applies sorting and filter again: the value provider knows more.
    void rearrange();

    /// What a scan knows of the tensors, for the columns Health and Distribution; null before any scan. It may grow:
    /// onHealthAdded(). Where a filter shows groups in part, a job adds it up for them, and so for the distributions of
    /// groups that data() is asked for: healthChanged() comes again then.
    void setHealth(HealthResultsPtr health);
    bool hasHealth() const { return m_health != nullptr; }
    /// The scan has found something to warn of, in any tensor.
    bool hasHealthWarnings() const { return m_health && m_health->total().worst(); }
    /// Whether there are warnings of more than one kind.
    bool hasSeveralWarnings() const;
    /// The remarks of the scan in few letters, one of each kind.
    QStringList shortestWarnings() const;
    /// How many tensors the scan could not read.
    std::uint32_t unreadableTensors() const { return m_health ? m_health->total().count(HealthRemark::Unread) : 0; }
    bool isAddingHealth() const { return m_addingHealth.isRunning() || m_distributions.isRunning(); }
    /// More is known. Rows that it moves or lets through the filter do so once the scan has ended; those that come to a
    /// filter by values also before, at most once a second.
    void onHealthAdded(bool scanEnded);

    /// What is staged about the tensors; rows stay where they are. Groups show what is staged about the tensors
    /// below them that the filter keeps; in a large tree a job counts this: editsChanged() comes again then.
    void setEdits(const StagedEdits& edits);
    /// Something is staged about the tensor, or about one below the group as far as that is known.
    bool isEdited(NameTree::NodeId node) const;
    /// How the names below a group begin once they are saved, as far as that is known. Precondition: a group.
    std::string stagedPath(NameTree::NodeId group) const;
    /// What is staged; empty edits where nothing is.
    StagedEdits edits() const { return hasEdits() ? m_edits : StagedEdits(); }
    bool hasCasts() const { return hasEdits() && m_edits.totals().cast > 0; }

    bool hasForm(TreeForm /*form*/) const override { return true; }
    /// The tensors that a quantized weight is stored in.
    std::uint32_t partCount(NodeId tensor) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    static SortKey sortKey(int column);

signals:
    /// The cells of the columns Health and Distribution, in any row, have changed.
    void healthChanged(bool scanEnded);
    /// Cells of any row may look different: something else is staged.
    void editsChanged();

private:
    QString text(NameTree::NodeId node, int column, bool whole) const;
    /// For a tensor: its own; for a group: over what is visible.
    NameTree::Sums sums(NameTree::NodeId node) const;
    /// It should have values, but they are nowhere, or not all of them are.
    bool hasNoPlace(NodeId node) const;
    /// The share of the file as it will be saved: 0 for what is deleted.
    double shareOf(NodeId node) const;
    double share(std::uint64_t bytes) const;
    SizeChange sizeChange(NodeId node) const;
    /// How many tensors the group has once all that is staged is saved; all where none is left.
    std::uint64_t savedTensors(NodeId group) const;
    bool isDeleted(NodeId node) const;
    QVariant partData(NodeId tensor, std::uint32_t part, int column, int role) const;
    /// For the tooltip: its name and what is noteworthy about its bytes; invalid if nothing is.
    QVariant remarkText(NameTree::NodeId tensor) const;
    QVariant severity(NameTree::NodeId node) const;
    QVariant hint(NameTree::NodeId node) const;
    std::string_view shownOfName(NameTree::NodeId tensor) const;
    /// The cells of a role that say of its members what they have in common, or all that they have; else invalid.
    QVariant roleData(NameTree::NodeId node, int column, int role) const;
    /// Figures of groups are those of the checkpoint as a whole.
    bool showsAllNames() const { return !m_kept && !tree()->isOfFamilies(); }
    std::string_view shownPath(NameTree::NodeId node) const override;
    TreeSorting sortingOf(int column) const override;
    void arrange() override;
    void show(Arrangement arrangement);
    bool hasEdits() const;
    QVariant edited(NameTree::NodeId node, int column, int role) const;
    void countEdits();
    void emitEditsChanged();
    GroupHealth groupHealth(NameTree::NodeId group) const;
    void addHealth();
    void showDistributions();
    void takeHealth(Arrangement& arrangement);
    void emitHealthChanged(bool scanEnded);

    OpenedCheckpointPtr m_opened;
    TensorTree m_families; ///< of it, once they were asked for
    std::shared_ptr<const NameTree> m_allNames; ///< what m_all is an order of
    std::shared_ptr<const TreeOrder> m_all; ///< unfiltered, sorted as order() is
    std::uint64_t m_totalBytes = 0;
    ValueProvider m_values;
    HealthResultsPtr m_health;
    std::shared_ptr<const TensorSet> m_kept; ///< by the filter that order() shows; null if that keeps all
    std::vector<std::int8_t> m_keptSeverities; ///< as Arrangement::severities
    FilteredHealthPtr m_keptHealth; ///< of these; null while it is not known
    KeptPatterns m_patterns; ///< as Arrangement::patterns
    RoleMixes m_roles; ///< as Arrangement::roles
    JobRunner m_addingHealth;
    mutable GroupDistributions m_distributions; ///< of rows that data() was asked for
    StagedEdits m_edits;
    std::shared_ptr<const EditedGroups> m_editedGroups; ///< null: none are, or it is not known
    std::shared_ptr<const MovedGroups> m_movedGroups; ///< the same
    JobRunner m_counting;
};

} // namespace loupe
