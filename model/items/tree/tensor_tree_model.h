#pragma once

#include "items/jobs/item_roles.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/edited_groups.h"
#include "items/tree/group_distributions.h"
#include "items/tree/health/filtered_health.h"
#include "items/tree/health/health_text.h"
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

/// The tensors as a tree, with the columns of enum Column. Texts are only made in data(). For the roles, see
/// item_roles.h.
class TensorTreeModel final : public OrderedTreeModel {
    Q_OBJECT

public:
    enum Column { Name, DType, Shape, Parameters, Size, Offset, Share, Health, Shard, Distribution, ColumnCount };
    Q_ENUM(Column)

    /// Returns the known counts of a tensor's values, for filter words like "nan:>0"; called on other threads.
    using ValueProvider = std::function<std::optional<ValueCounts>(std::uint32_t tensor)>;

    explicit TensorTreeModel(QObject* parent = nullptr);
    ~TensorTreeModel() override;

    /// Shows another checkpoint; null: none. Resets the model. The sort order and the filter are kept, and applied in a
    /// job.
    void setCheckpoint(OpenedCheckpointPtr checkpoint);
    const OpenedCheckpointPtr& checkpoint() const { return m_opened; }
    /// True if the column Shard has content.
    bool isSharded() const { return m_opened && !m_opened->shardNames.empty(); }

    /// True if the filter uses the value provider, so that its matches may change as more values are known.
    bool filterNeedsValues() const;
    /// The tensors that match the filter of order(); null if all match.
    const std::shared_ptr<const TensorSet>& kept() const { return m_kept; }
    void setValueProvider(ValueProvider provider);
    /// Sorts and filters again because the value provider knows more.
    void rearrange();

    /// The results of a scan, for the columns Health and Distribution; null before any scan. They may grow:
    /// onHealthAdded(). If a filter hides parts of groups, a job sums up the results for them; it does the same for the
    /// distributions of groups that data() is called for. healthChanged() is emitted again when it is done.
    void setHealth(HealthResultsPtr health);
    bool hasHealth() const { return m_health != nullptr; }
    /// True if the scan has found warnings for any tensor.
    bool hasHealthWarnings() const { return m_health && m_health->total().worst(); }
    /// True if there are warnings of more than one kind.
    bool hasSeveralWarnings() const;
    /// The scan's remarks in short form, one of each kind.
    QStringList shortestWarnings() const;
    /// How many tensors the scan could not read.
    std::uint32_t unreadableTensors() const { return m_health ? m_health->total().count(HealthRemark::Unread) : 0; }
    bool isAddingHealth() const { return m_addingHealth.isRunning() || m_distributions.isRunning(); }
    /// The scan has new results. Rows are sorted and filtered again once it has ended; rows that newly match a filter
    /// by values appear earlier, at most once a second.
    void onHealthAdded(bool scanEnded);

    /// Shows the pending edits of tensors; rows keep their places. Groups show the edits of those tensors below them
    /// that match the filter. In a large tree, a job counts them, and editsChanged() is emitted again when it is done.
    void setEdits(const StagedEdits& edits);
    /// True if there are pending edits of the tensor or, as far as known, of any tensor below the group.
    bool isEdited(NameTree::NodeId node) const;
    /// The common prefix of the names below a group after saving, as far as known. Precondition: it is a group.
    std::string stagedPath(NameTree::NodeId group) const;
    /// The pending edits; empty if there are none.
    StagedEdits edits() const { return hasEdits() ? m_edits : StagedEdits(); }
    bool hasCasts() const { return hasEdits() && m_edits.totals().cast > 0; }

    bool hasForm(TreeForm /*form*/) const override { return true; }
    /// The number of tensors that a quantized weight is stored in.
    std::uint32_t partCount(NodeId tensor) const override;
    /// In the list of the names in the file and the pending new names.
    ListedName listedName(const QModelIndex& index) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    static SortKey sortKey(int column);

signals:
    /// Cells of the columns Health and Distribution may have changed in any row.
    void healthChanged(bool scanEnded);
    /// Cells may have changed in any row because the pending edits are different.
    void editsChanged();

private:
    QString text(NameTree::NodeId node, int column, bool whole) const;
    /// For a tensor, its own; for a group, the sums over what is visible.
    NameTree::Sums sums(NameTree::NodeId node) const;
    /// True if it should have values but some or all of them are not in any file.
    bool hasNoPlace(NodeId node) const;
    /// The share of the file after saving: 0 for deleted tensors.
    double shareOf(NodeId node) const;
    double share(std::uint64_t bytes) const;
    SizeChange sizeChange(NodeId node) const;
    /// How many tensors the group has after saving; if none remain, how many it has now.
    std::uint64_t savedTensors(NodeId group) const;
    bool isDeleted(NodeId node) const;
    QVariant partData(NodeId tensor, std::uint32_t part, int column, int role) const;
    /// For the tooltip: its name, and notes about its bytes; invalid if there are none.
    QVariant remarkText(NameTree::NodeId tensor) const;
    QVariant severity(NameTree::NodeId node) const;
    QVariant hint(NameTree::NodeId node) const;
    std::string_view shownOfName(NameTree::NodeId tensor) const;
    /// The cells of a role that show what its members have in common, or all their variants; else invalid.
    QVariant roleData(NameTree::NodeId node, int column, int role) const;
    /// True if the figures of groups are those of the entire checkpoint.
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
    TensorTree m_families; ///< of m_opened; made on first use
    std::shared_ptr<const NameTree> m_allNames; ///< the tree of m_all
    std::shared_ptr<const TreeOrder> m_all; ///< unfiltered, in the same order as order()
    std::uint64_t m_totalBytes = 0;
    ValueProvider m_values;
    HealthResultsPtr m_health;
    std::shared_ptr<const TensorSet> m_kept; ///< the tensors that match the filter of order(); null if all match
    std::vector<std::int8_t> m_keptSeverities; ///< as Arrangement::severities
    FilteredHealthPtr m_keptHealth; ///< of m_kept; null while unknown
    KeptPatterns m_patterns; ///< as Arrangement::patterns
    RoleMixes m_roles; ///< as Arrangement::roles
    JobRunner m_addingHealth;
    mutable GroupDistributions m_distributions; ///< of rows that data() was called for
    StagedEdits m_edits;
    NamePatternsPtr m_stagedPatterns; ///< of the names in the file and the pending new names; null: there are none, or
                                      ///< they are unknown
    std::shared_ptr<const EditedGroups> m_editedGroups; ///< null: there are none, or they are unknown
    std::shared_ptr<const MovedGroups> m_movedGroups; ///< the same
    JobRunner m_counting;
};

} // namespace loupe
