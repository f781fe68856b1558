#pragma once

#include "items/compare/comparison_arrangement.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/job_runner.h"
#include "items/tree/ordered_tree_model.h"

#include <QString>
#include <memory>
#include <optional>

namespace loupe {

/// The pairs of a comparison as a tree by name, both sides' names together; texts are made in data() only. Groups show
/// what those of their pairs come to that the filter keeps: the largest difference, how many of each status.
class ComparisonModel final : public OrderedTreeModel {
    Q_OBJECT

public:
    /// Next to those of item_roles.h.
    enum Role : int {
        PairStatusRole = Qt::UserRole + 100, ///< int: loupe::PairStatus; invalid while it is not known
        PairNonfiniteRole, ///< bool: NaN or infinities differ, which the largest |A−B| does not show
        ChangePositionRole, ///< double: where a relative L2 stands on the scale of changes; invalid without one
        PairCountsRole, ///< QList<quint32>: for a group, how many pairs have which loupe::PairStatus; else invalid
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
        SignalToNoise,
        BitsPerWeight,
        ColumnCount
    };
    Q_ENUM(Column)

    explicit ComparisonModel(QObject* parent = nullptr);
    ~ComparisonModel() override;

    /// Shows other results; null: none. Resets the model. Sorting and filter stay and are applied in a job.
    void setResults(ComparisonResultsPtr results);
    const ComparisonResultsPtr& results() const { return m_results; }
    /// More is known. Rows that it moves or lets through the filter do so once the comparison has `ended`; those that
    /// come to a filter by values also before, at most once a second.
    void onResultsAdded(bool ended);

    bool isAddingFigures() const { return m_addingFigures.isRunning(); }
    /// Elements of some pair are NaN or infinite on one side only.
    bool hasOneSidedNonfinite() const
    {
        return m_results && (m_results->total().nonfiniteOnlyA > 0 || m_results->total().nonfiniteOnlyB > 0);
    }
    /// Some pair has other bits per weight on either side: B is quantized, or cast.
    bool hasPrecisionCost() const { return m_results && m_results->total().cost.changesBits(); }
    /// A pair below the group is known to differ, whether the filter keeps it or not. Precondition: a group.
    bool hasDifference(NameTree::NodeId group) const { return m_results->sums(group).different() > 0; }

    /// The pairs that the filter of order() keeps; null if that is all.
    std::shared_ptr<const TensorSet> kept() const { return m_kept ? m_kept->kept() : nullptr; }

    /// The next pair after `from`, from top to bottom or the other way, that is known to differ. From nothing: the
    /// first or last one. Nothing if there is none.
    std::optional<std::uint32_t> nextDifference(std::optional<NameTree::NodeId> from, bool forward) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// isAddingFigures() has changed.
    void addingFiguresChanged();
    /// setResults() begins: what is shown is still there.
    void resultsAboutToChange();
    /// Figures in any row have changed; `ended`: no more will come.
    void figuresChanged(bool ended);

private:
    QString figureText(NameTree::NodeId node, int column, bool whole) const;
    QString text(NameTree::NodeId node, int column, bool whole) const;
    QString fullName(NameTree::NodeId node) const;
    QString hint(NameTree::NodeId node) const;
    QVariant toolTip(NameTree::NodeId node, int column) const;
    QVariant status(NameTree::NodeId node) const;
    QVariant counts(NameTree::NodeId group) const;
    QVariant changePosition(NameTree::NodeId node) const;
    /// What the bars of changePosition() reach from and to.
    QString barsText() const;
    /// Over the pairs of a group that the filter keeps.
    PairSums sums(NameTree::NodeId group) const;
    bool mayHaveVisibleDifference(NameTree::NodeId group) const;
    /// For a pair or a group; nothing if no values were compared.
    std::optional<PairSums> figures(NameTree::NodeId node) const;
    TreeSorting sortingOf(int column) const override;
    void arrange() override;
    void show(PairArrangement arrangement);
    void emitFiguresChanged(bool ended);
    void addFigures();

    ComparisonResultsPtr m_results;
    FilteredPairsPtr m_kept; ///< sums over the pairs that the filter keeps; null if it keeps all
    JobRunner m_addingFigures;
    bool m_filterAsksValues = false; ///< the shown one
};

} // namespace loupe
