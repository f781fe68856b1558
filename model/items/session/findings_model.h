#pragma once

#include "core/checkpoint.h"
#include "items/jobs/item_roles.h"

#include <QAbstractTableModel>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// The findings of a checkpoint as a table, errors before warnings before notes. Where a kind occurs too often to be
/// listed in full, its last row says how many more there are. A finding about several tensors unfolds: a row for each
/// of them follows, which leads to the tensor. Many findings of one kind are one row, which unfolds to them.
class FindingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Severity, Code, Message, Offset, Tensor, File, ColumnCount };
    Q_ENUM(Column)

    static constexpr std::size_t mostInFull = 3; ///< of one kind; more are one row

    explicit FindingsModel(QObject* parent = nullptr);
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Others than those of the checkpoint itself, about it. Where they are the same as before, unfolded rows stay so.
    void setFindings(std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const Findings> findings);

    /// All of them, those that are only counted included.
    quint64 errors() const { return m_counts[std::size_t(loupe::Severity::Error)]; }
    quint64 warnings() const { return m_counts[std::size_t(loupe::Severity::Warning)]; }

    static QString severityText(loupe::Severity severity);

    /// The tensor's name as the row's sentence shows it; empty if it is about none.
    QString nameIn(int row) const;

    bool unfolds(int row) const;
    bool unfoldsAny() const { return m_unfoldsAny; }
    bool isUnfolded(int row) const;
    /// Nothing happens where there is nothing to unfold.
    void setUnfolded(int row, bool unfolded);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        const Finding* finding = nullptr; ///< of a row that only counts: an example of its kind
        std::uint64_t more = 0; ///< how many this row stands for; 0: for its finding itself
        const AffectedTensor* tensor = nullptr; ///< that this row is about, below the finding's own
        bool isBelow = false; ///< follows the finding's own row, which is unfolded
        std::shared_ptr<const std::vector<const Finding*>> alike =
            {}; ///< what the row stands for in addition to `more`, where it is one of many; null: for its finding alone
    };
    std::vector<Row> foldedRows() const;
    static std::vector<Row> rowsBelow(const Row& row);
    QString message(const Row& row) const;
    static bool standsForItself(const Row& row) { return row.more == 0 && !row.alike; }
    static std::optional<std::uint64_t> offsetOf(const Row& row);
    static QVariant tensorOf(const Row& row);
    QString text(const Row& row, int column) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const Findings> m_findings;
    std::vector<Row> m_rows;
    std::array<quint64, 3> m_counts{}; ///< by severity
    bool m_unfoldsAny = false;
};

} // namespace loupe
