#pragma once

#include "core/checkpoint.h"
#include "items/jobs/item_roles.h"

#include <QAbstractTableModel>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// The findings of a checkpoint as a table: errors, then warnings, then notes. If there are too many of one kind to
/// list all, the last row of that kind says how many more there are. A finding about several tensors can be expanded
/// into a row for each of them, which links to the tensor. Many findings of one kind share a row that can be expanded.
class FindingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Severity, Code, Message, Offset, Tensor, File, ColumnCount };
    Q_ENUM(Column)

    static constexpr std::size_t mostInFull = 3; ///< findings of one kind; more than this share a row

    explicit FindingsModel(QObject* parent = nullptr);
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Sets findings about the checkpoint that replace its own. If they are the same as before, expanded rows stay
    /// expanded.
    void setFindings(std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const Findings> findings);

    /// The total count, including findings that are not listed.
    quint64 errors() const { return m_counts[std::size_t(loupe::Severity::Error)]; }
    quint64 warnings() const { return m_counts[std::size_t(loupe::Severity::Warning)]; }

    static QString severityText(loupe::Severity severity);

    /// The tensor's name as the row's message shows it; empty if the row is not about a tensor.
    QString nameIn(int row) const;

    bool unfolds(int row) const;
    bool unfoldsAny() const { return m_unfoldsAny; }
    bool isUnfolded(int row) const;
    /// Does nothing if the row cannot be expanded.
    void setUnfolded(int row, bool unfolded);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        const Finding* finding = nullptr; ///< for a row that only counts: an example of its kind
        std::uint64_t more = 0; ///< how many findings the row counts; 0 if it is a finding itself
        const AffectedTensor* tensor = nullptr; ///< the tensor of this row, below the row of the finding
        bool isBelow = false; ///< belongs to the expanded row above
        std::shared_ptr<const std::vector<const Finding*>> alike =
            {}; ///< the listed findings of a row that represents several, in addition to `more`; null: only its finding
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
    std::array<quint64, 3> m_counts{}; ///< indexed by severity
    bool m_unfoldsAny = false;
};

} // namespace loupe
