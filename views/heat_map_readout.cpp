#include "views/heat_map_readout.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "items/value_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace loupe {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("loupe::HeatMap", text);
}

QString grouped(std::uint64_t number)
{
    return toQString(formatCount(number));
}

QString exactText(const Grid& grid, std::uint64_t kept)
{
    return shownNumber(toQString(toText(grid.exact(kept))));
}

QStringList marksText(const GridCell& cell)
{
    QStringList texts;
    if (cell.has(GridCell::Nan))
        texts += tr("NaN");
    if (cell.has(GridCell::PositiveInf))
        texts += tr("+Inf");
    if (cell.has(GridCell::NegativeInf))
        texts += tr("−Inf");
    return texts;
}

} // namespace

QString gridCellText(const Grid& grid, Slice::Cell cell, const Slice& slice, std::span<const std::uint64_t> shape)
{
    const GridShape& cut = grid.shape;
    const std::uint64_t row = (cell.row - cut.window.firstRow) / cut.rowStep; // wraps where before the window
    const std::uint64_t column = (cell.column - cut.window.firstColumn) / cut.columnStep;
    if (row >= cut.rows() || column >= cut.columns())
        return {};
    const GridCell& found = grid.at(row, column);
    if (found.marks == 0)
        return {};
    QStringList texts = marksText(found);
    const SliceWindow window = cut.cell(row, column);
    const auto first = slice.element({window.firstRow, window.firstColumn});
    const std::uint64_t lastRow = window.firstRow + window.rows - 1;
    const std::uint64_t lastColumn = window.firstColumn + window.columns - 1;
    auto last = slice.element({lastRow, lastColumn});
    if (!last) // the last row of a folded slice is shorter
        last = slice.element({slice.rows() - 1, slice.columnsIn(slice.rows() - 1) - 1});
    if (window.rows == 1 && window.columns == 1) {
        if (found.has(GridCell::Finite))
            texts += exactText(grid, found.least);
        return tr("%1 = %2").arg(indexText(shape, *first), texts.join(u' '));
    }
    if (found.has(GridCell::Finite))
        texts.prepend(tr("%1 to %2").arg(exactText(grid, found.least), exactText(grid, found.greatest)));
    return tr("%1 … %2: %3").arg(indexText(shape, *first), indexText(shape, *last), texts.join(QStringLiteral(", ")));
}

QString legendText(const GridShape& shape)
{
    if (shape.rowStep == 1 && shape.columnStep == 1)
        return tr("1 element a cell");
    return tr("%1 × %2 elements a cell").arg(grouped(shape.rowStep), grouped(shape.columnStep));
}

} // namespace loupe
