#include "views/heat_map/heat_map_readout.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <utility>

namespace loupe {

namespace {

class HeatMapReadoutText {
    Q_DECLARE_TR_FUNCTIONS(loupe::HeatMap)
};

QString numberText(const Grid& grid, std::uint64_t kept, int digits)
{
    if (digits > 0)
        return shownNumber(QString::number(grid.number(kept), 'g', digits));
    return shownNumber(toQString(toText(grid.exact(kept))));
}

QString countText(std::uint64_t count)
{
    return count < GridCell::mostCounted ? groupedCount(count)
                                         : HeatMapReadoutText::tr("over %1").arg(groupedCount(count - 1));
}

/// "12 NaN, 1 +Inf of 4,096"; empty if all are finite.
QString specialsText(const GridCell& cell)
{
    QStringList texts;
    for (const auto& [count, text] :
        {std::pair(cell.nan, HeatMapReadoutText::tr("%1 NaN")), {cell.positiveInf, HeatMapReadoutText::tr("%1 +Inf")},
            {cell.negativeInf, HeatMapReadoutText::tr("%1 −Inf")}}) {
        if (count > 0)
            texts += text.arg(countText(count));
    }
    if (texts.isEmpty())
        return {};
    return HeatMapReadoutText::tr("%1 of %2").arg(texts.join(QStringLiteral(", ")), countText(cell.elements()));
}

QString elementText(const Grid& grid, const GridCell& cell, int digits)
{
    if (cell.nan > 0)
        return HeatMapReadoutText::tr("NaN");
    if (cell.infinite() > 0)
        return cell.positiveInf > 0 ? HeatMapReadoutText::tr("+Inf") : HeatMapReadoutText::tr("−Inf");
    return numberText(grid, cell.least, digits);
}

} // namespace

QString gridCellText(const Grid& grid, Slice::Cell cell, const Slice& slice, std::span<const std::uint64_t> shape)
{
    const GridShape& cut = grid.shape;
    const std::uint64_t row = (cell.row - cut.window.firstRow) / cut.rowStep; // wraps around if before the window
    const std::uint64_t column = (cell.column - cut.window.firstColumn) / cut.columnStep;
    if (row >= cut.rows() || column >= cut.columns())
        return {};
    const GridCell& found = grid.at(row, column);
    if (found.elements() == 0)
        return {};
    const SliceWindow window = cut.cell(row, column);
    const bool one = window.rows == 1 && window.columns == 1;
    return (one ? HeatMapReadoutText::tr("%1 = %2") : HeatMapReadoutText::tr("%1: %2"))
        .arg(gridPlaceText(window, slice, shape), gridValuesText(grid, found));
}

QString gridPlaceText(const SliceWindow& window, const Slice& slice, std::span<const std::uint64_t> shape)
{
    const auto first = slice.element({window.firstRow, window.firstColumn});
    if (!first)
        return {};
    if (window.rows == 1 && window.columns == 1)
        return indexText(shape, *first);
    const std::uint64_t lastRow = window.firstRow + window.rows - 1;
    const std::uint64_t lastColumn = window.firstColumn + window.columns - 1;
    auto last = slice.element({lastRow, lastColumn});
    if (!last) // the last row of a folded slice is shorter
        last = slice.element({slice.rows() - 1, slice.columnsIn(slice.rows() - 1) - 1});
    return HeatMapReadoutText::tr("%1 … %2").arg(indexText(shape, *first), indexText(shape, *last));
}

QString gridValuesText(const Grid& grid, const GridCell& cell, int digits)
{
    if (cell.elements() == 1)
        return elementText(grid, cell, digits);
    QStringList texts;
    if (cell.finite > 0)
        texts += HeatMapReadoutText::tr("%1 to %2")
                     .arg(numberText(grid, cell.least, digits), numberText(grid, cell.greatest, digits));
    if (const QString specials = specialsText(cell); !specials.isEmpty())
        texts += specials;
    return texts.join(QStringLiteral("; "));
}

QString fullRangeText(const ColorRange& full)
{
    constexpr int digits = 4;
    const QString farthest = shownNumber(QString::number(full.high, 'g', digits));
    return HeatMapReadoutText::tr("Show full range: %1").arg(full.diverging ? u'±' + farthest : farthest);
}

QString automaticRangeText()
{
    return HeatMapReadoutText::tr(
        "Full range without outliers. An end far beyond the rest leaves out the values that lie that far, or 0.1 % of "
        "the values of a heavy tail, at most 1,000. Values outside of the range have their own color. The scale of "
        "a heavy tail is logarithmic where half of the values would have one color");
}

QString legendText(const GridShape& shape, bool diverging, bool isToScale)
{
    QStringList parts;
    if (shape.rowStep == 1 && shape.columnStep == 1)
        parts << HeatMapReadoutText::tr("1 cell = 1 element");
    else
        parts << (diverging ? HeatMapReadoutText::tr("1 cell = max |x| of %1 × %2")
                            : HeatMapReadoutText::tr("1 cell = max of %1 × %2"))
                     .arg(groupedCount(shape.rowStep), groupedCount(shape.columnStep));
    if (!isToScale)
        parts << HeatMapReadoutText::tr("not to scale");
    return parts.join(QStringLiteral(" · "));
}

} // namespace loupe
