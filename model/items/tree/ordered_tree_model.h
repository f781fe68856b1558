#pragma once

#include "analysis/filter/no_match.h"
#include "core/text/short_name.h"
#include "core/tree/tree_order.h"
#include "items/jobs/job_runner.h"

#include <QAbstractItemModel>
#include <QElapsedTimer>
#include <QString>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace loupe {

/// By what the rows of an OrderedTreeModel are sorted.
struct TreeSorting {
    Sorting sorting;
    std::uint8_t figure = 0; ///< which of the model's own figures SortKey::Given stands for

    bool operator==(const TreeSorting&) const = default;
};

/// Rows over a TreeOrder, sorted and filtered by our own index: a million rows cost nothing until they are looked at,
/// and neither sorting nor filtering happens on the UI thread. Derived models start the jobs and make the cells' texts.
class OrderedTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    using NodeId = NameTree::NodeId;

    ~OrderedTreeModel() override;

    /// The names whose nodes are the rows; null: there are none.
    const NameTree* tree() const { return m_tree.get(); }
    const std::shared_ptr<const NameTree>& sharedTree() const { return m_tree; }
    /// What is shown, for sums over the visible tensors; never null.
    const std::shared_ptr<const TreeOrder>& order() const { return m_order; }
    bool isFiltered() const { return m_order->isFiltered(); }
    /// Without the groups.
    quint64 visibleTensors() const { return m_tree ? m_order->sums(m_root).tensors : 0; }

    virtual bool hasForm(TreeForm form) const { return form != TreeForm::Families; }
    /// Which nodes have rows. Shown once a job has arranged them so. Precondition: it has the form.
    void setForm(TreeForm form);
    TreeForm form() const { return m_form; }

    /// Starts to filter in a job; an empty text shows all. When done the model resets. A text with an error changes
    /// nothing: filterError() says why, and the filter stays as it was.
    void setFilter(const QString& text);
    QString filter() const { return m_filterText; }
    /// Why the filter keeps nothing, and what would match; empty if it keeps something.
    const NoMatch& noMatch() const { return m_noMatch; }
    bool isArranging() const { return m_arranging.isRunning(); }
    /// Finds out what tells the names apart: until then they are shortened one by one.
    bool isNaming() const { return m_findingPatterns.isRunning(); }

    /// Index of the row that shows a node; invalid if the filter or the form hides it, or there is no such node.
    QModelIndex indexOf(NodeId node, int column = 0) const;
    /// The row's node; for a part of a weight, the weight. Precondition: a valid index of this model.
    static NodeId nodeAt(const QModelIndex& index) { return static_cast<NodeId>(index.internalId()) * gather; }
    /// Which part of its tensor the row shows; nothing if it shows a node. Precondition: a valid index of this
    /// model.
    static std::optional<std::uint32_t> partAt(const QModelIndex& index)
    {
        const auto part = static_cast<std::uint32_t>(index.internalId() >> partShift);
        return part == 0 ? std::nullopt : std::optional(part - 1);
    }
    /// Rows below that of a tensor, in whatever form; they are no nodes.
    virtual std::uint32_t partCount(NodeId /*tensor*/) const { return 0; }
    bool isGroup(NodeId node) const { return node >= m_root; }
    /// Among which names that of a tensor or role stands, so that it can be shortened; without a list where that is not
    /// known yet, and for other rows. Valid as long as the model shows the same names. Precondition: a valid index.
    ListedName listedName(const QModelIndex& index) const;
    /// What distinguishes the tensors' names; null while it is not known.
    const std::shared_ptr<const NamePatterns>& namePatterns() const { return m_namePatterns; }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const final;
    QModelIndex parent(const QModelIndex& child) const final;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const final;
    bool hasChildren(const QModelIndex& parent = {}) const final;
    Qt::ItemFlags flags(const QModelIndex& index) const final;
    /// Starts to sort in a job; when done the layout changes, and persistent indexes follow their rows. Column -1:
    /// natural order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) final;

signals:
    /// Sorting or filtering began, or ended and is shown.
    void arrangementStarted();
    void arrangementFinished();
    /// listedName() and namePatterns() know more.
    void namesKnown();
    /// The filter could not be applied: a sentence that says why, and at which character its text makes no sense.
    void filterError(const QString& message);

protected:
    explicit OrderedTreeModel(QObject* parent);

    /// The whole path that rows show parts of: the tree's, unless the model has another for what is visible.
    virtual std::string_view shownPath(NodeId node) const { return m_tree->path(node); }
    /// In ascending order.
    virtual TreeSorting sortingOf(int column) const = 0;
    /// Starts a job that sorts and filters as wanted, with startArranging(). Does nothing if there is no tree.
    virtual void arrange() = 0;

    /// Whether partCount() has to be asked: views ask of each row whether there are any below it.
    void setHasParts(bool hasParts) { m_hasParts = hasParts; }
    void setNoMatch(NoMatch noMatch) { m_noMatch = std::move(noMatch); }
    NodeId root() const { return m_root; }
    const TreeSorting& wantedSorting() const { return m_sorting; }
    const TreeSorting& shownSorting() const { return m_shownSorting; }
    /// The rows that are wanted are not those that are shown, whatever their order.
    bool areRowsPending() const { return m_filterText != m_shownFilter || m_form != m_order->form(); }
    /// The part of a node's name that its row shows: what the row above it does not. For a member of a role, which of
    /// its blocks it is in.
    std::string_view rowName(NodeId node) const;

    /// Resets the model to other contents, which `replace` sets with setTree(). Sorting and filter stay and are applied
    /// in a job.
    template <typename Replace>
    void replaceContents(Replace replace)
    {
        const bool wasArranging = isArranging();
        m_arranging.stop();
        beginResetModel();
        replace();
        endResetModel();
        if (m_tree && (m_sorting != m_shownSorting || areRowsPending()))
            arrange();
        else if (wasArranging)
            emit arrangementFinished();
    }
    /// All rows of another tree in natural order; null: none.
    void setTree(std::shared_ptr<const NameTree> tree, std::shared_ptr<const TreeOrder> order);
    /// Another tree of the same tensors, for showOrder() to take.
    void setNames(std::shared_ptr<const NameTree> tree);

    /// Runs `job(const Work&)`, then `show(its value)` or reverts to what is shown. The job returns a Result.
    template <typename Job, typename Show>
    void startArranging(Job job, Show show)
    {
        m_sinceArranged.start();
        m_arranging.start(std::move(job), [this, show = std::move(show)](auto arranged) {
            if (arranged)
                show(std::move(*arranged));
            else
                revertArrangement(arranged.error());
            if (!isArranging())
                emit arrangementFinished();
        });
    }
    /// More values are known: arranges again where these move rows or let them through the filter. Before the values
    /// `ended`, only for a filter that asks for them, and at most once a second.
    void arrangeForValues(bool ended, bool filterNeedsValues);

    /// Shows what was wanted: as another layout if the rows are the same, else as a reset. Calls `take(bool sameRows)`
    /// in between.
    template <typename Take>
    void showOrder(std::shared_ptr<const TreeOrder> order, bool filterNeedsValues, Take take)
    {
        const bool sameRows = !areRowsPending() && !filterNeedsValues;
        if (sameRows)
            emit layoutAboutToBeChanged({}, VerticalSortHint);
        else
            beginResetModel();
        setOrder(std::move(order));
        m_shownFilter = m_filterText;
        m_shownSorting = m_sorting;
        take(sameRows);
        if (sameRows)
            endLayoutChange();
        else
            endResetModel();
    }

private:
    /// Qt keeps persistent indexes in a hash table by row plus internal id, without mixing the two. Neighboring nodes
    /// would fill it without gaps, and each removal would then move all that follow: so ids are scattered. Odd factors,
    /// each the inverse of the other.
    static constexpr NodeId scatter = 0x9e3779b1;
    static constexpr NodeId gather = 0x0e8b2f51;
    static_assert(scatter * gather == 1);

    /// An index's id has the node in its lower half, and in the upper one a part's number, counted from 1.
    static constexpr unsigned partShift = 32;
    static_assert(sizeof(quintptr) * 8 >= 2 * partShift);

    /// What index() has answered last, and what it will be asked next when a view goes through the rows: a processor
    /// waits for what is read as a whole right after it was written in parts, so the parts are written a call ahead.
    struct Ahead {
        NodeId group = 0;
        std::span<const NodeId> children; ///< of the group
        std::array<QModelIndex, 2> indexes; ///< of even and of odd rows
    };

    QModelIndex indexAt(int row, int column, NodeId node) const
    {
        return createIndex(row, column, quintptr{node * scatter});
    }
    /// Empty for what has no children, and for a tensor.
    std::span<const NodeId> childrenOf(const QModelIndex& parent) const;
    bool isTensor(const QModelIndex& index) const { return !isGroup(nodeAt(index)) && !partAt(index); }
    QModelIndex partIndex(int row, int column, const QModelIndex& tensor) const;
    void setOrder(std::shared_ptr<const TreeOrder> order);
    void findPatterns();
    void endLayoutChange();
    void revertArrangement(const Error& error);

    std::shared_ptr<const NameTree> m_tree;
    std::shared_ptr<const TreeOrder> m_order;
    NodeId m_root = 0; ///< of the tree; all nodes from here on are groups
    bool m_hasParts = false;
    TreeForm m_form = TreeForm::Full; ///< wanted; the order knows what is shown
    mutable Ahead m_ahead;
    TreeSorting m_sorting; ///< wanted; m_shownSorting until the job is done
    TreeSorting m_shownSorting;
    QString m_filterText; ///< wanted; m_shownFilter until the job is done
    QString m_shownFilter;
    NoMatch m_noMatch;
    QElapsedTimer m_sinceArranged;
    JobRunner m_arranging;
    std::shared_ptr<const NamePatterns> m_namePatterns; ///< of the tensors; null while it is not known
    JobRunner m_findingPatterns;
};

} // namespace loupe
