#pragma once

#include "items/compare/comparison_arrangement.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/job_runner.h"

#include <QAbstractItemModel>
#include <QElapsedTimer>
#include <QString>
#include <memory>
#include <optional>
#include <span>

namespace loupe {

/// The pairs of a comparison as a tree by name, of both sides' names together. Sorted and filtered by our own index, in
/// jobs; texts are made in data() only. Groups show what their pairs come to, of those that the filter keeps: the
/// largest difference, how many of each status.
class ComparisonModel final : public QAbstractItemModel {
    Q_OBJECT

public:
    /// Beside those of item_roles.h.
    enum Role : int {
        PairStatusRole = Qt::UserRole + 100, ///< int: loupe::PairStatus; invalid while it is not known
        PairNonfiniteRole, ///< bool: NaN or infinities differ, which the largest |A−B| does not tell
        PairCountsRole, ///< QList<quint32>: of a group, how many pairs have which loupe::PairStatus; else invalid
    };
    enum Column {
        Name,
        Status,
        DType,
        Shape,
        Differing,
        Maximum,
        RelativeL2,
        Cosine,
        Mean,
        Rms,
        Ulp,
        FirstDifference,
        Nonfinite, ///< on one side only
        ColumnCount
    };
    Q_ENUM(Column)

    explicit ComparisonModel(QObject* parent = nullptr);
    ~ComparisonModel() override;

    /// Shows other results; null: none. Resets the model. Sorting and filter stay and are applied in a job.
    void setResults(ComparisonResultsPtr results);
    const ComparisonResultsPtr& results() const { return m_results; }
    /// What is shown.
    const std::shared_ptr<const TreeOrder>& order() const { return m_order; }
    /// More is known. Rows that it moves or lets through the filter do so once the comparison has `ended`; those that
    /// come to a filter by values also before, at most once a second.
    void onResultsAdded(bool ended);

    /// Starts to filter in a job; an empty text shows all. A text with an error changes nothing: filterError() says
    /// why.
    void setFilter(const QString& text);
    QString filter() const { return m_filterText; }
    bool isArranging() const { return m_arranging.isRunning(); }
    bool isAddingFigures() const { return m_addingFigures.isRunning(); }
    quint64 visiblePairs() const;
    bool isFiltered() const { return m_order->isFiltered(); }
    /// Elements of some pair are NaN or infinite on one side only.
    bool hasOneSidedNonfinite() const
    {
        return m_results && (m_results->total().nonfiniteOnlyA > 0 || m_results->total().nonfiniteOnlyB > 0);
    }
    /// A pair below the group is known to differ, whether the filter keeps it or not. Precondition: a group.
    bool hasDifference(NameTree::NodeId group) const { return m_results->sums(group).different() > 0; }

    /// Invalid where the filter hides it.
    QModelIndex indexOf(NameTree::NodeId node, int column = Name) const;
    /// Precondition: a valid index of this model.
    static NameTree::NodeId nodeAt(const QModelIndex& index)
    {
        return static_cast<NameTree::NodeId>(index.internalId()) * gather;
    }
    bool isGroup(NameTree::NodeId node) const { return node >= m_root; }
    /// The next pair after `from`, from top to bottom or the other way, that is known to differ. From nothing: the
    /// first or last one. Nothing where there is none.
    std::optional<std::uint32_t> nextDifference(std::optional<NameTree::NodeId> from, bool forward) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Starts to sort in a job; when done the layout changes, and persistent indexes follow their rows. Column -1:
    /// natural order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

signals:
    /// isAddingFigures() is another.
    void addingFiguresChanged();
    /// setResults() begins: what is shown is still there.
    void resultsAboutToChange();
    void arrangementStarted();
    void arrangementFinished();
    /// The filter could not be applied: a sentence that says why, and at which character its text makes no sense.
    void filterError(const QString& message);
    /// Figures in any row have changed; `ended`: no more will come.
    void figuresChanged(bool ended);

private:
    // Qt hashes persistent indexes by row plus id without mixing the two: neighbouring ids are scattered by an odd
    // factor and brought back by its inverse.
    static constexpr NameTree::NodeId scatter = 0x9e3779b1;
    static constexpr NameTree::NodeId gather = 0x0e8b2f51;
    static_assert(scatter * gather == 1);

    QModelIndex indexAt(int row, int column, NameTree::NodeId node) const
    {
        return createIndex(row, column, quintptr{node * scatter});
    }
    std::span<const NameTree::NodeId> childrenOf(const QModelIndex& parent) const;
    QString figureText(NameTree::NodeId node, int column, bool whole) const;
    QString text(NameTree::NodeId node, int column, bool whole) const;
    QString fullName(NameTree::NodeId node) const;
    QString hint(NameTree::NodeId node) const;
    QVariant toolTip(NameTree::NodeId node, int column) const;
    QVariant status(NameTree::NodeId node) const;
    QVariant counts(NameTree::NodeId group) const;
    QVariant figure(NameTree::NodeId node, int column) const;
    /// Over the pairs of a group that the filter keeps.
    PairSums sums(NameTree::NodeId group) const;
    bool mayHaveVisibleDifference(NameTree::NodeId group) const;
    /// For a pair or a group; nothing where no values were compared.
    std::optional<PairSums> figures(NameTree::NodeId node) const;
    void arrange();
    void show(PairArrangement arrangement);
    void emitFiguresChanged(bool ended);
    void addFigures();

    ComparisonResultsPtr m_results;
    std::shared_ptr<const TreeOrder> m_order;
    FilteredPairsPtr m_kept; ///< sums over the pairs that the filter keeps; null if it keeps all
    JobRunner m_addingFigures;
    NameTree::NodeId m_root = 0; ///< of the tree; all nodes from here on are groups
    PairSorting m_sorting; ///< wanted; m_shownSorting until the job is done
    PairSorting m_shownSorting;
    QString m_filterText; ///< wanted; m_shownFilter until the job is done
    QString m_shownFilter;
    bool m_filterAsksValues = false; ///< the shown one
    QElapsedTimer m_sinceArranged;
    JobRunner m_arranging;
};

} // namespace loupe
