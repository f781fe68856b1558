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

/// The sort order of an OrderedTreeModel.
struct TreeSorting {
    Sorting sorting;
    std::uint8_t figure = 0; ///< the model's own figure that SortKey::Given refers to

    bool operator==(const TreeSorting&) const = default;
};

/// The rows of a TreeOrder. It sorts and filters by its own index, so a million rows cost nothing until they are
/// visible, and neither sorting nor filtering happens on the UI thread. Subclasses start the jobs and make the texts of
/// cells.
class OrderedTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    using NodeId = NameTree::NodeId;

    ~OrderedTreeModel() override;

    /// The tree whose nodes are the rows; null: no rows.
    const NameTree* tree() const { return m_tree.get(); }
    const std::shared_ptr<const NameTree>& sharedTree() const { return m_tree; }
    /// The rows that are shown, with sums over the visible tensors; never null.
    const std::shared_ptr<const TreeOrder>& order() const { return m_order; }
    bool isFiltered() const { return m_order->isFiltered(); }
    /// The number of visible tensors.
    quint64 visibleTensors() const { return m_tree ? m_order->sums(m_root).tensors : 0; }

    virtual bool hasForm(TreeForm form) const { return form != TreeForm::Families; }
    /// Chooses which nodes have rows. Takes effect once a job has arranged them. Precondition: hasForm().
    void setForm(TreeForm form);
    TreeForm form() const { return m_form; }

    /// Starts to filter in a job; an empty text shows all. The model is reset when the job is done. A text with an
    /// error has no effect: filterError() is emitted, and the filter stays as it was.
    void setFilter(const QString& text);
    QString filter() const { return m_filterText; }
    /// Why nothing matches the filter, and what would match; empty if something matches.
    const NoMatch& noMatch() const { return m_noMatch; }
    bool isArranging() const { return m_arranging.isRunning(); }
    /// True if it is still analyzing how the names differ. Until that is done, each name is shortened on its own.
    bool isNaming() const { return m_findingPatterns.isRunning(); }

    /// The index of the row that shows a node; invalid if the filter or the form hides it, or there is no such node.
    QModelIndex indexOf(NodeId node, int column = 0) const;
    /// The node of a row; for a part of a weight, the weight. Precondition: a valid index of this model.
    static NodeId nodeAt(const QModelIndex& index) { return static_cast<NodeId>(index.internalId()) * gather; }
    /// The part of its tensor that the row shows; nullopt if it shows a node. Precondition: a valid index of this
    /// model.
    static std::optional<std::uint32_t> partAt(const QModelIndex& index)
    {
        const auto part = static_cast<std::uint32_t>(index.internalId() >> partShift);
        return part == 0 ? std::nullopt : std::optional(part - 1);
    }
    /// The number of rows below that of a tensor, in any form; they are not nodes.
    virtual std::uint32_t partCount(NodeId /*tensor*/) const { return 0; }
    bool isGroup(NodeId node) const { return node >= m_root; }
    /// The list of names that the name of a tensor or role belongs to, for shortening it. Without a list while that is
    /// unknown, and for other rows. Valid as long as the model shows the same names. Precondition: a valid index.
    virtual ListedName listedName(const QModelIndex& index) const;
    /// The patterns that distinguish the tensors' names; null while unknown.
    const std::shared_ptr<const NamePatterns>& namePatterns() const { return m_namePatterns; }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const final;
    QModelIndex parent(const QModelIndex& child) const final;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const final;
    bool hasChildren(const QModelIndex& parent = {}) const final;
    Qt::ItemFlags flags(const QModelIndex& index) const final;
    /// Starts to sort in a job. When done, the layout changes and persistent indexes follow their rows. Column -1:
    /// natural order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) final;

signals:
    /// Sorting or filtering has started, or has ended and the result is shown.
    void arrangementStarted();
    void arrangementFinished();
    /// More is known about listedName() and namePatterns().
    void namesKnown();
    /// The filter could not be applied. The message is a sentence with the reason and the position of the error in the
    /// text.
    void filterError(const QString& message);

protected:
    explicit OrderedTreeModel(QObject* parent);

    /// The full path that the row's text is taken from: the tree's, unless the model has a different one for the
    /// visible rows.
    virtual std::string_view shownPath(NodeId node) const { return m_tree->path(node); }
    /// The ascending order for a column.
    virtual TreeSorting sortingOf(int column) const = 0;
    /// Starts a job with startArranging() that sorts and filters as wanted. Does nothing if there is no tree.
    virtual void arrange() = 0;

    /// Says if partCount() has to be called. Views ask each row whether there are rows below it.
    void setHasParts(bool hasParts) { m_hasParts = hasParts; }
    void setNoMatch(NoMatch noMatch) { m_noMatch = std::move(noMatch); }
    NodeId root() const { return m_root; }
    const TreeSorting& wantedSorting() const { return m_sorting; }
    const TreeSorting& shownSorting() const { return m_shownSorting; }
    /// True if the wanted rows differ from the shown ones, apart from their order.
    bool areRowsPending() const { return m_filterText != m_shownFilter || m_form != m_order->form(); }
    /// The part of a node's name that its row shows, without the part that the row above shows. For a member of a role,
    /// the block that it is in.
    std::string_view rowName(NodeId node) const;

    /// Resets the model to new contents, which `replace` sets with setTree(). The sort order and the filter are kept,
    /// and applied in a job.
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
    /// Shows all rows of a tree in natural order; null: none.
    void setTree(std::shared_ptr<const NameTree> tree, std::shared_ptr<const TreeOrder> order);
    /// Sets another tree of the same tensors, for a following showOrder().
    void setNames(std::shared_ptr<const NameTree> tree);

    /// Runs `job(const Work&)`, which returns a Result. On success, calls `show(value)`; on failure, reverts to what is
    /// shown.
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
    /// Arranges again because more values are known, if that can move rows or let them through the filter. Before the
    /// values have `ended`, does so only for a filter that depends on values, and at most once a second.
    void arrangeForValues(bool ended, bool filterNeedsValues);

    /// Shows the wanted arrangement: by a layout change if the rows are the same, else by a reset. Calls `take(bool
    /// sameRows)` in between.
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
    /// Qt stores persistent indexes in a hash table keyed by the sum of row and internal id, without mixing.
    /// Consecutive node numbers would fill it without gaps, and each removal would have to move all entries that
    /// follow. So ids are scattered by an odd factor; the other factor is its inverse.
    static constexpr NodeId scatter = 0x9e3779b1;
    static constexpr NodeId gather = 0x0e8b2f51;
    static_assert(scatter * gather == 1);

    /// The lower half of an index's id is the node, the upper half is a part's number, counted from 1.
    static constexpr unsigned partShift = 32;
    static_assert(sizeof(quintptr) * 8 >= 2 * partShift);

    /// The index that index() has returned last, and the one that a view iterating over rows will request next. A
    /// processor stalls if it reads as a whole what it has just written in parts, so the parts are written one call
    /// ahead.
    struct Ahead {
        NodeId group = 0;
        std::span<const NodeId> children; ///< of the group
        std::array<QModelIndex, 2> indexes; ///< for even and for odd rows
    };

    QModelIndex indexAt(int row, int column, NodeId node) const
    {
        return createIndex(row, column, quintptr{node * scatter});
    }
    /// Empty for an index without children, and for a tensor.
    std::span<const NodeId> childrenOf(const QModelIndex& parent) const;
    bool isTensor(const QModelIndex& index) const { return !isGroup(nodeAt(index)) && !partAt(index); }
    QModelIndex partIndex(int row, int column, const QModelIndex& tensor) const;
    void setOrder(std::shared_ptr<const TreeOrder> order);
    void findPatterns();
    void endLayoutChange();
    void revertArrangement(const Error& error);

    std::shared_ptr<const NameTree> m_tree;
    std::shared_ptr<const TreeOrder> m_order;
    NodeId m_root = 0; ///< of the tree; all nodes from this number on are groups
    bool m_hasParts = false;
    TreeForm m_form = TreeForm::Full; ///< wanted; that of m_order is shown
    mutable Ahead m_ahead;
    TreeSorting m_sorting; ///< wanted; m_shownSorting is in effect until the job is done
    TreeSorting m_shownSorting;
    QString m_filterText; ///< wanted; m_shownFilter is in effect until the job is done
    QString m_shownFilter;
    NoMatch m_noMatch;
    QElapsedTimer m_sinceArranged;
    JobRunner m_arranging;
    std::shared_ptr<const NamePatterns> m_namePatterns; ///< of the tensors; null while unknown
    JobRunner m_findingPatterns;
};

} // namespace loupe
