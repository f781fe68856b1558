#include "items/layers/cell_text.h"

#include "core/text/text.h"
#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "items/language/tensor_text.h"
#include "reports/csv_row.h"

#include <QCoreApplication>
#include <QStringList>

namespace loupe {

namespace {

const QString partSeparator = QStringLiteral(" · ");

class CellWords {
    Q_DECLARE_TR_FUNCTIONS(loupe::CheckpointLayers)
};

QString dtypeOf(const FigureCells& cells, const FigureCell& cell)
{
    const QString name = toQString(printable(cells.dtypes[std::size_t(cell.value)].name));
    return cell.isMixed ? CellWords::tr("%1 and others", "dtype").arg(name) : name;
}

QString figureLine(const CheckpointLayers& layers, const FigureCell& cell, std::size_t tensors)
{
    const FigureCells& cells = layers.cells();
    const QString name = figureName(cells.figure);
    if (cell.isUnreadable && cell.state != FigureCell::State::Known)
        return CellWords::tr("%1: unreadable", "statistic").arg(name);
    if (cell.state == FigureCell::State::Waiting)
        return (needsScan(cells.figure) ? CellWords::tr("%1: not scanned yet", "statistic")
                                        : CellWords::tr("%1: not computed", "statistic"))
            .arg(name);
    if (cell.state == FigureCell::State::None)
        return CellWords::tr("%1: n/a", "statistic").arg(name);
    if (cells.figure == CellFigure::DType)
        return CellWords::tr("%1: %2", "statistic, value").arg(name, dtypeOf(cells, cell));
    QStringList parts{CellWords::tr("%1: %2", "statistic, value").arg(name, wholeFigureText(cells.figure, cell.value))};
    if (cell.isNonfinite && cells.figure != CellFigure::Nonfinite)
        parts += CellWords::tr("has NaN or infinities");
    if (cell.isUnreadable)
        parts += CellWords::tr("values unreadable");
    if (cell.known < tensors)
        parts += CellWords::tr("of %1 of %2 tensor(s)", nullptr, pluralOf(tensors))
                     .arg(groupedCount(cell.known), groupedCount(tensors));
    return parts.join(partSeparator);
}

/// Names the tensors with the greatest and the least value in a cell, and says which one a click selects. The names
/// omit the block, which all of them share.
QStringList extremesOf(const CheckpointLayers& layers, std::uint32_t number)
{
    const FigureCells& cells = layers.cells();
    const FigureCell& cell = cells.cells[number];
    const NameTree& tree = layers.opened()->tree;
    const LayerGrid& grid = layers.grid();
    const NameTree::NodeId block = grid.columns(grid.seriesOf(grid.rowOf(number)))[grid.columnOf(number)].block;
    const std::size_t begin = block == LayerGrid::none ? 0 : tree.path(block).size() + 1;
    const auto nameOf = [&](std::uint32_t tensor) { return nameText(tree.path(tensor).substr(begin)); };
    const auto extreme = [&](const QString& words, double value, std::uint32_t tensor) {
        return words.arg(shortFigureText(cells.figure, value), nameOf(tensor));
    };
    const QString selected = CellWords::tr("click selects %1").arg(nameOf(cell.greatestTensor));
    if (cell.known < 2 || cells.figure == CellFigure::DType)
        return {selected};
    if (cell.least == cell.greatest)
        return {CellWords::tr("%1 in each tensor").arg(shortFigureText(cells.figure, cell.least)), selected};
    return {extreme(CellWords::tr("max %1 in %2 (click to select)"), cell.greatest, cell.greatestTensor),
        extreme(CellWords::tr("min %1 in %2"), cell.least, cell.leastTensor)};
}

std::string_view csvColumn(CellFigure figure)
{
    switch (figure) {
    case CellFigure::Bytes:
        return "bytes";
    case CellFigure::BitsPerWeight:
        return "bits_per_weight";
    case CellFigure::DType:
        return "dtype";
    case CellFigure::StandardDeviation:
        return "std";
    case CellFigure::Largest:
        return "largest_magnitude";
    case CellFigure::Zeros:
        return "zero_share";
    case CellFigure::Nonfinite:
        return "nonfinite";
    case CellFigure::Farthest:
        return "farthest_sigmas";
    case CellFigure::StableRank:
        return "stable_rank";
    case CellFigure::UpdateNorm:
        return "update_norm";
    }
    return {};
}

} // namespace

QString cellName(const NameTree& tree, const LayerGrid& grid, std::uint32_t cell)
{
    const auto tensors = grid.tensors(cell);
    const std::string_view name = tree.path(tensors.front());
    const std::uint32_t row = grid.rowOf(cell);
    const LayerGrid::Series& series = grid.seriesOf(row);
    if (tensors.size() == 1 || series.isOutside())
        return nameText(name);
    const std::size_t block = tree.path(grid.columns(series)[grid.columnOf(cell)].block).size();
    return nameText(std::string(name.substr(0, block + 1)).append(grid.label(row)));
}

QString cellText(const CheckpointLayers& layers, std::uint32_t cell)
{
    const Checkpoint& checkpoint = *layers.opened()->checkpoint;
    const auto tensors = layers.grid().tensors(cell);
    QStringList rest;
    if (tensors.size() == 1) {
        const Tensor& tensor = checkpoint.tensors[tensors.front()];
        rest << dtypeText(checkpoint, tensors.front()) << shapeText(tensor.shape)
             << elementCountText(tensor.elements());
        if (knowsFileBytes(tensor) && layers.figure() != CellFigure::Bytes)
            rest << toQString(formatBytes(fileBytes(tensor)));
    } else {
        rest << tensorCountText(tensors.size()) << extremesOf(layers, cell);
    }
    return figureLine(layers, layers.cells().cells[cell], tensors.size()) + u'\n' + rest.join(partSeparator);
}

std::string layersCsv(const OpenedCheckpoint& opened, const LayerGrid& grid, const HealthResults* results,
    const Work& work, const StableRanks* ranks, const UpdateNorms* norms)
{
    std::vector<FigureCells> figures;
    std::string text = "series,block,role,tensors,first_tensor";
    for (const CellFigure figure : allCellFigures) {
        if (figure == CellFigure::UpdateNorm && !norms)
            continue;
        figures.push_back(findFigureCells(opened, grid, figure, results, work, ranks, norms));
        text.append(",").append(csvColumn(figure));
        if (work.stopped())
            return text;
    }
    text += '\n';
    for (std::uint32_t row = 0; row < grid.rowCount(); ++row) {
        const LayerGrid::Series& series = grid.seriesOf(row);
        for (std::uint32_t cell = grid.firstCell(row); cell < grid.endCell(row); ++cell) {
            const auto tensors = grid.tensors(cell);
            CsvRow line;
            line.text(series.path).text(grid.columns(series)[grid.columnOf(cell)].label).text(grid.label(row));
            line.number(std::optional<std::uint64_t>(tensors.size()));
            line.text(opened.checkpoint->tensors[tensors.front()].name);
            for (const FigureCells& one : figures) {
                const FigureCell& found = one.cells[cell];
                if (found.state != FigureCell::State::Known)
                    line.text({});
                else if (one.figure == CellFigure::DType)
                    line.text(found.isMixed ? "mixed" : one.dtypes[std::size_t(found.value)].name);
                else if (isCount(one.figure))
                    line.number(std::optional(static_cast<std::uint64_t>(found.value)));
                else
                    line.number(std::optional(found.value));
            }
            text += line.take();
        }
    }
    return text;
}

} // namespace loupe
