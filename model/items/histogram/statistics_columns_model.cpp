#include "items/histogram/statistics_columns_model.h"

#include <algorithm>
#include <array>

namespace loupe {

StatisticsColumnsModel::StatisticsColumnsModel(StatisticsModel& source, QObject* parent)
    : QAbstractTableModel(parent)
    , m_source(source)
    , m_arranged(arranged(1))
{
    connect(&source, &StatisticsModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(&source, &StatisticsModel::modelReset, this, [this] {
        m_arranged = arranged(m_blocks);
        endResetModel();
    });
    connect(&source, &StatisticsModel::dataChanged, this,
        [this] { emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1)); });
}

int StatisticsColumnsModel::blockOf(FigureGroup group, int blocks)
{
    constexpr std::array<std::array<int, figureGroups>, mostBlocks> places{{
        {0, 0, 0, 0},
        {0, 0, 1, 1},
        {0, 1, 1, 2},
        {0, 1, 2, 3},
    }};
    return places[std::size_t(blocks - 1)][std::size_t(group)];
}

std::vector<StatisticsColumnsModel::Block> StatisticsColumnsModel::arranged(int blocks) const
{
    std::vector<Block> made(static_cast<std::size_t>(blocks));
    std::optional<FigureGroup> last;
    for (int row = 0; row < m_source.rowCount(); ++row) {
        const FigureGroup group = m_source.groupOf(row);
        Block& block = made[std::size_t(blockOf(group, blocks))];
        if (last != group)
            block.push_back({group, std::nullopt});
        block.push_back({group, row});
        last = group;
    }
    return made;
}

void StatisticsColumnsModel::setBlocks(int blocks)
{
    if (blocks == m_blocks)
        return;
    beginResetModel();
    m_blocks = blocks;
    m_arranged = arranged(blocks);
    endResetModel();
}

int StatisticsColumnsModel::rowsIn(int blocks) const
{
    std::size_t rows = 0;
    for (const Block& block : arranged(blocks))
        rows = std::max(rows, block.size());
    return int(rows);
}

QString StatisticsColumnsModel::title(FigureGroup group)
{
    switch (group) {
    case FigureGroup::Counts:
        return tr("Counts");
    case FigureGroup::Extremes:
        return tr("Extremes");
    case FigureGroup::Moments:
        return tr("Moments");
    case FigureGroup::Quantiles:
        return tr("Quantiles");
    }
    return {};
}

StatisticsColumnsModel::Part StatisticsColumnsModel::partOf(int column) const
{
    const int part = column % stride();
    if (part == m_source.columnCount())
        return Part::Gap;
    return part == StatisticsModel::Name ? Part::Name : Part::Value;
}

const StatisticsColumnsModel::Line* StatisticsColumnsModel::lineAt(const QModelIndex& index) const
{
    if (!index.isValid() || partOf(index.column()) == Part::Gap)
        return nullptr;
    const Block& block = m_arranged[std::size_t(index.column() / stride())];
    return std::size_t(index.row()) < block.size() ? &block[std::size_t(index.row())] : nullptr;
}

QModelIndex StatisticsColumnsModel::sourceOf(const QModelIndex& index) const
{
    const Line* const line = lineAt(index);
    return line && line->row ? m_source.index(*line->row, index.column() % stride()) : QModelIndex();
}

QModelIndex StatisticsColumnsModel::cellOf(const QModelIndex& source) const
{
    for (std::size_t block = 0; source.isValid() && block < m_arranged.size(); ++block) {
        for (std::size_t row = 0; row < m_arranged[block].size(); ++row) {
            if (m_arranged[block][row].row == source.row())
                return index(int(row), int(block) * stride() + source.column());
        }
    }
    return {};
}

std::optional<FigureGroup> StatisticsColumnsModel::groupAt(const QModelIndex& index) const
{
    const Line* const line = lineAt(index);
    return line ? std::optional(line->group) : std::nullopt;
}

int StatisticsColumnsModel::rowCount(const QModelIndex& parent) const
{
    std::size_t rows = 0;
    for (const Block& block : m_arranged)
        rows = std::max(rows, block.size());
    return parent.isValid() ? 0 : int(rows);
}

int StatisticsColumnsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_blocks * stride() - 1;
}

QVariant StatisticsColumnsModel::data(const QModelIndex& index, int role) const
{
    const Line* const line = lineAt(index);
    if (!line)
        return {};
    const int column = index.column() % stride();
    if (line->row) {
        if (role == Qt::DisplayRole && column == StatisticsModel::Name)
            return m_source.shortName(*line->row);
        return m_source.index(*line->row, column).data(role);
    }
    if (role == IsGroupRole)
        return true;
    if (role == Qt::DisplayRole)
        return column == StatisticsModel::Name ? title(line->group)
            : index.row() == 0                 ? m_source.partName(column) // once per block
                                               : QString();
    return {};
}

Qt::ItemFlags StatisticsColumnsModel::flags(const QModelIndex& index) const
{
    return sourceOf(index).isValid() ? QAbstractTableModel::flags(index) : Qt::ItemFlags(Qt::NoItemFlags);
}

} // namespace loupe
