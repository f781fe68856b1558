#pragma once

#include "items/histogram/statistics_model.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// The groups of a StatisticsModel as blocks side by side. Each group has a title above it. A block has a column of
/// names and one or two columns of values; blocks are separated by an empty column.
class StatisticsColumnsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int mostBlocks = figureGroups;

    enum class Part : std::uint8_t { Name, Value, Gap };

    /// `source` must outlive this object.
    explicit StatisticsColumnsModel(StatisticsModel& source, QObject* parent = nullptr);

    /// 1 to mostBlocks.
    void setBlocks(int blocks);
    int blocks() const { return m_blocks; }
    /// How many rows this many blocks take.
    int rowsIn(int blocks) const;
    /// The block that shows a group if there are this many blocks.
    static int blockOf(FigureGroup group, int blocks);

    static QString title(FigureGroup group);
    Part partOf(int column) const;
    /// The source index of the row with the cell's figure; invalid for titles and empty cells.
    QModelIndex sourceOf(const QModelIndex& index) const;
    /// The cell that shows a source cell.
    QModelIndex cellOf(const QModelIndex& source) const;
    /// The group that the cell belongs to; nullopt for empty cells.
    std::optional<FigureGroup> groupAt(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Line {
        FigureGroup group;
        std::optional<int> row; ///< row of the source; nullopt for the group's title
    };
    using Block = std::vector<Line>;

    std::vector<Block> arranged(int blocks) const;
    int stride() const { return m_source.columnCount() + 1; }
    const Line* lineAt(const QModelIndex& index) const;

    StatisticsModel& m_source;
    std::vector<Block> m_arranged;
    int m_blocks = 1;
};

} // namespace loupe
