#pragma once

#include "items/jobs/item_roles.h"
#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/edited_groups.h"
#include "items/tree/filtered_health.h"
#include "items/tree/health_text.h"
#include "saving/recipe/staged_edits.h"

#include <QAbstractItemModel>
#include <QElapsedTimer>
#include <QString>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace loupe {

struct Arrangement;
struct ValueCounts;

/// The tensors as a tree, sorted and filtered by our own index (TreeOrder): a million rows cost nothing until they are
/// looked at, and neither sorting nor filtering happens on the UI thread. Columns as in enum Column; texts are made in
/// data() only. See item_roles.h for what it answers.
class TensorTreeModel final : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, DType, Shape, Parameters, Size, Offset, Share, Health, Shard, ColumnCount };
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

    /// Starts to filter in a job; an empty text shows all. When done the model resets. A text with an error changes
    /// nothing: filterError() says why, and the filter stays as it was.
    void setFilter(const QString& text);
    QString filter() const { return m_filterText; }
    /// The filter asks the value provider: what it keeps may change as more values are known.
    bool filterNeedsValues() const;
    void setValueProvider(ValueProvider provider);
    /// Applies sorting and filter again: the value provider knows more.
    void rearrange();

    /// What a scan knows of the tensors, for the column Health; null before any scan. It may grow: onHealthAdded(). Of
    /// groups that a filter leaves in part it is added up in a job: healthChanged() comes again then.
    void setHealth(HealthResultsPtr health);
    bool hasHealth() const { return m_health != nullptr; }
    bool isAddingHealth() const { return m_addingHealth.isRunning(); }
    /// More is known. Rows that it moves or lets through the filter do so once the scan has ended; those that come to a
    /// filter by values also before, at most once a second.
    void onHealthAdded(bool scanEnded);

    /// What is staged about the tensors; rows stay where they are. Groups tell what is staged about the tensors below
    /// them that the filter keeps; in a large tree this is counted in a job: editsChanged() comes again then.
    void setEdits(const StagedEdits& edits);
    /// Something is staged about the tensor, or about one below the group as far as that is known.
    bool isEdited(NameTree::NodeId node) const;

    /// What is shown, for sums over the visible tensors; never null.
    const std::shared_ptr<const TreeOrder>& order() const { return m_order; }
    quint64 visibleTensors() const;
    bool isArranging() const { return m_arranging.isRunning(); }

    /// Index of a node or tensor; invalid where the filter hides it or there is no such node.
    QModelIndex indexOf(NameTree::NodeId node, int column = Name) const;
    /// Precondition: a valid index of this model.
    NameTree::NodeId nodeAt(const QModelIndex& index) const
    {
        return static_cast<NameTree::NodeId>(index.internalId()) * gather;
    }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    static SortKey sortKey(int column);
    /// Starts to sort in a job; when done the layout changes, and persistent indexes follow their rows. Column -1:
    /// natural order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

signals:
    /// Sorting or filtering began, or ended and is shown.
    void arrangementStarted();
    void arrangementFinished();
    /// The filter could not be applied: a sentence that says why, and at which character its text makes no sense.
    void filterError(const QString& message);
    /// The cells of the column Health, in any row, have changed.
    void healthChanged(bool scanEnded);
    /// Cells of any row may look different: something else is staged.
    void editsChanged();

private:
    /// Qt keeps persistent indexes in a hash table by row plus internal id, without mixing the two. Neighbouring nodes
    /// would fill it without gaps, and each removal would then move all that follow: so ids are scattered. Odd factors,
    /// each the inverse of the other.
    static constexpr NameTree::NodeId scatter = 0x9e3779b1;
    static constexpr NameTree::NodeId gather = 0x0e8b2f51;
    static_assert(scatter * gather == 1);

    /// What index() has answered last, and what it will be asked next when a view goes through the rows: a processor
    /// waits for what is read as a whole right after it was written in parts, so the parts are written a call ahead.
    struct Ahead {
        NameTree::NodeId group = 0;
        std::span<const NameTree::NodeId> children; ///< of the group
        std::array<QModelIndex, 2> indexes; ///< of even and of odd rows
    };

    QModelIndex indexAt(int row, int column, NameTree::NodeId node) const
    {
        return createIndex(row, column, quintptr{node * scatter});
    }
    void setOrder(std::shared_ptr<const TreeOrder> order);
    bool isGroup(NameTree::NodeId node) const { return node >= m_root; }
    /// Empty for what has no children.
    std::span<const NameTree::NodeId> childrenOf(const QModelIndex& parent) const;
    QString text(NameTree::NodeId node, int column, bool whole) const;
    /// For a tensor: its own; of a group: over what is visible.
    NameTree::Sums sums(NameTree::NodeId node) const;
    QVariant sortValue(NameTree::NodeId node, int column) const;
    double share(NameTree::NodeId node) const;
    /// For the tooltip; invalid of a tensor that is whole.
    /// Its name and what is noteworthy about its bytes; nothing where nothing is.
    QVariant remarkText(NameTree::NodeId tensor) const;
    QVariant severity(NameTree::NodeId node) const;
    void arrange();
    void show(Arrangement arrangement);
    void revertArrangement(const Error& error);
    bool hasEdits() const;
    void countEdits();
    void emitEditsChanged();
    GroupHealth groupHealth(NameTree::NodeId group) const;
    void addHealth();
    void takeHealth(Arrangement& arrangement);
    void emitHealthChanged(bool scanEnded);

    OpenedCheckpointPtr m_opened;
    std::shared_ptr<const TreeOrder> m_all; ///< unfiltered, sorted as m_order is
    std::shared_ptr<const TreeOrder> m_order;
    NameTree::NodeId m_root = 0; ///< of the tree; all nodes from here on are groups
    mutable Ahead m_ahead;
    std::uint64_t m_totalBytes = 0;
    Sorting m_sorting; ///< wanted; m_order's own until the job is done
    QString m_filterText; ///< wanted; m_shownFilter until the job is done
    QString m_shownFilter;
    ValueProvider m_values;
    HealthResultsPtr m_health;
    std::shared_ptr<const TensorSet> m_kept; ///< by the filter that m_order shows; null where that keeps all
    std::vector<std::int8_t> m_keptSeverities; ///< of these, as Arrangement::severities
    FilteredHealthPtr m_keptHealth; ///< of these; null while it is not known
    JobRunner m_addingHealth;
    StagedEdits m_edits;
    QElapsedTimer m_sinceArranged;
    JobRunner m_arranging;
    std::shared_ptr<const EditedGroups> m_editedGroups; ///< null: none are, or it is not known
    JobRunner m_counting;
};

} // namespace loupe
