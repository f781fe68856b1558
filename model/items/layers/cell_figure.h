#pragma once

#include <QString>

#include <array>
#include <cstdint>

namespace loupe {

/// The figures that a checkpoint's grid of layers can show.
enum class CellFigure : std::uint8_t {
    // Known from the header:
    Bytes,
    BitsPerWeight,
    DType,
    // Known once a scan has read the values:
    StandardDeviation,
    Largest,
    Zeros,
    Nonfinite,
    Farthest,
    // Computed separately, on request:
    StableRank,
    UpdateNorm, // adapters only; computed when it is shown
};

/// The figure for adapters is the last one.
inline constexpr std::array allCellFigures{CellFigure::Bytes, CellFigure::BitsPerWeight, CellFigure::DType,
    CellFigure::StandardDeviation, CellFigure::Largest, CellFigure::Zeros, CellFigure::Nonfinite, CellFigure::Farthest,
    CellFigure::StableRank, CellFigure::UpdateNorm};

/// True if it is known only once a scan has read the values.
constexpr bool needsScan(CellFigure figure)
{
    return figure >= CellFigure::StandardDeviation && figure <= CellFigure::Farthest;
}
/// True if the header alone determines it.
constexpr bool isOfHeader(CellFigure figure)
{
    return figure < CellFigure::StandardDeviation;
}
/// True if its values are whole numbers.
constexpr bool isCount(CellFigure figure)
{
    return figure == CellFigure::Bytes || figure == CellFigure::Nonfinite;
}

/// "Standard deviation".
QString figureName(CellFigure figure);
/// Its definition, including that for several tensors in a cell, in sentences.
QString figureHelp(CellFigure figure);

/// The unit of a figure's scale: a value is the number on the scale times `size`.
struct FigureUnit {
    double size = 1;
    QString name = {}; ///< "MiB", "%"; may be empty
};
/// The unit in which numbers up to `largest` are short.
FigureUnit unitOf(CellFigure figure, double largest);
/// "Size (MiB)".
QString axisTitle(CellFigure figure, const FigureUnit& unit);

/// With few digits and a unit: "32.0 MiB", "0.0123". Not for DType.
QString shortFigureText(CellFigure figure, double value);
/// With all digits: "33,554,432 bytes".
QString wholeFigureText(CellFigure figure, double value);

} // namespace loupe
