#pragma once

#include "items/compare/comparison_arrangement.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/job_runner.h"
#include "items/tree/ordered_tree_model.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace loupe {

/// The pairs of a comparison as a tree of the names of both sides. Texts are only made in data(). Groups show
/// aggregates over those of their pairs that match the filter: the largest difference, and how many pairs have each
/// status.
class ComparisonModel final : public OrderedTreeModel {
    Q_OBJECT

public:
    /// In addition to those of item_roles.h.
    enum Role : int {
        PairStatusRole = Qt::UserRole + 100, ///< int: loupe::PairStatus; invalid while unknown
        PairNonfiniteRole, ///< bool: NaN or infinities differ, which the largest |A−B| does not show
        ChangePositionRole, ///< double: the position of the relative L2 on the scale of changes; invalid if there is
                            ///< none
        PairNamesRole, ///< QStringList: the names of a renamed pair in A and B; else empty
        PairCountsRole, ///< QList<quint32>: for a group, the number of pairs by loupe::PairStatus; else invalid
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

    /// Shows other results; null: none. Resets the model. The sort order and the filter are kept, and applied in a job.
    void setResults(ComparisonResultsPtr results);
    const ComparisonResultsPtr& results() const { return m_results; }
    /// The results have grown. Rows are sorted and filtered again once the comparison has `ended`; rows that newly
    /// match a filter by values appear earlier, at most once a second.
    void onResultsAdded(bool ended);

    bool isAddingFigures() const { return m_addingFigures.isRunning(); }
    /// True if any pair has elements that are NaN or infinite on one side only.
    bool hasOneSidedNonfinite() const
    {
        return m_results && (m_results->total().nonfiniteOnlyA > 0 || m_results->total().nonfiniteOnlyB > 0);
    }
    /// True if the sides of any pair have different bits per weight: B is quantized or cast.
    bool hasPrecisionCost() const { return m_results && m_results->total().cost.changesBits(); }
    /// True if any pair below the group is known to differ, including pairs that do not match the filter. Precondition:
    /// it is a group.
    bool hasDifference(NameTree::NodeId group) const { return m_results->sums(group).different() > 0; }

    /// The pairs that match the filter of order(); null if all match.
    std::shared_ptr<const TensorSet> kept() const { return m_kept ? m_kept->kept() : nullptr; }

    /// The next pair below `from` (above it, if not `forward`) that is known to differ. Without `from`, the first or
    /// last such pair. Nullopt if there is none.
    std::optional<std::uint32_t> nextDifference(std::optional<NameTree::NodeId> from, bool forward) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// The meaning of a column's values in words; empty if its title says it.
    static QString definition(int column);
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// isAddingFigures() has changed.
    void addingFiguresChanged();
    /// Emitted at the start of setResults(), while the old results are still shown.
    void resultsAboutToChange();
    /// Figures have changed in some rows. `ended`: this is the last change.
    void figuresChanged(bool ended);

private:
    QString figureText(NameTree::NodeId node, int column, bool whole) const;
    QString text(NameTree::NodeId node, int column, bool whole) const;
    QString fullName(NameTree::NodeId node) const;
    QString hint(NameTree::NodeId node) const;
    QStringList pairNames(NameTree::NodeId node) const;
    QVariant toolTip(NameTree::NodeId node, int column) const;
    QVariant status(NameTree::NodeId node) const;
    QVariant counts(NameTree::NodeId group) const;
    QVariant changePosition(NameTree::NodeId node) const;
    /// The range of the bars of changePosition(), in words.
    QString barsText() const;
    /// Sums over the pairs of a group that match the filter.
    PairSums sums(NameTree::NodeId group) const;
    bool mayHaveVisibleDifference(NameTree::NodeId group) const;
    /// For a pair or a group; nullopt if no values were compared.
    std::optional<PairSums> figures(NameTree::NodeId node) const;
    TreeSorting sortingOf(int column) const override;
    void arrange() override;
    void show(PairArrangement arrangement);
    void emitFiguresChanged(bool ended);
    void addFigures();

    ComparisonResultsPtr m_results;
    FilteredPairsPtr m_kept; ///< sums over the pairs that match the filter; null if all match
    JobRunner m_addingFigures;
    bool m_filterAsksValues = false; ///< of the current filter
};

} // namespace loupe
