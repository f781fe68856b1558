#pragma once

#include "core/text/name_patterns.h"
#include "items/compare/paired_checkpoints.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/job_runner.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace loupe {

/// Pairs of tensors with different names, for the user to confirm. Pairs with the same bytes, and pairs whose position
/// leaves little doubt, are checked initially. Filters and sorts in a job; old rows stay until it ends.
class RenameRowsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NameA, NameB, Why, Confidence, ColumnCount };
    Q_ENUM(Column)

    using Rows = std::shared_ptr<const std::vector<SuggestedRename>>;

    /// Guesses with less confidence are not checked initially.
    static constexpr double confidentEnough = 0.8;

    explicit RenameRowsModel(PairedCheckpointsPtr paired, QObject* parent = nullptr);

    /// `rows`: in natural order of A's names. Pairs that the user has checked or unchecked before stay so.
    void setRows(Rows rows);
    /// Shows only rows whose name in A or B contains `text`, ignoring case.
    void setFilter(const QString& text);
    /// Checks or unchecks rows `first` to `last` of the filtered rows.
    void checkRows(int first, int last, bool checked);
    void checkAll(bool checked) { checkRows(0, rowCount() - 1, checked); }

    /// True if the rows that were set last are shown.
    bool isArranged() const { return m_rows == m_wantedRows && !m_arranging.isRunning(); }
    std::size_t total() const { return m_rows->size(); }
    std::size_t checkedCount() const { return m_checkedCount; }
    /// The checked rows in order, including those that the filter hides.
    std::vector<SuggestedRename> confirmed() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    /// The checks or the rows have changed.
    void changed();
    /// New rows could not be arranged; the old rows stay.
    void failed(const loupe::Error& error);

private:
    struct State {
        bool checked = false;
        bool byUser = false;
    };
    struct Arrangement {
        std::vector<std::uint32_t> shown; ///< indexes into m_rows
        NamePatternsPtr patterns; ///< of both columns: what distinguishes the two names of a row, too
    };
    struct Request;
    static Arrangement arranged(const Request& request);

    void arrange();
    void take(Arrangement arrangement);
    std::vector<State> statesOf(const std::vector<SuggestedRename>& rows) const;
    void check(std::uint32_t row, bool checked);
    QString text(const SuggestedRename& rename, int column) const;

    PairedCheckpointsPtr m_paired;
    Rows m_rows;
    Rows m_wantedRows; ///< shown once they are arranged
    std::vector<State> m_states; ///< of m_rows
    Arrangement m_arrangement;
    std::size_t m_checkedCount = 0;
    std::string m_filter;
    int m_sortColumn = NameA;
    bool m_descending = false;
    JobRunner m_arranging;
};

} // namespace loupe
