#pragma once

#include <QString>

#include <array>
#include <cstdint>

namespace loupe {

/// What a cell of a checkpoint's grid of layers tells of its tensors.
enum class CellFigure : std::uint8_t {
    // Known from the header:
    Bytes,
    BitsPerWeight,
    DType,
    // Known of values that a scan has looked at:
    StandardDeviation,
    Largest,
    Zeros,
    Nonfinite,
    Farthest,
    // Found by itself, on request:
    StableRank,
    UpdateNorm, // adapters only; found when it is shown
};

/// That of adapters is the last one.
inline constexpr std::array allCellFigures{CellFigure::Bytes, CellFigure::BitsPerWeight, CellFigure::DType,
    CellFigure::StandardDeviation, CellFigure::Largest, CellFigure::Zeros, CellFigure::Nonfinite, CellFigure::Farthest,
    CellFigure::StableRank, CellFigure::UpdateNorm};

/// Known once a scan has looked at the values.
constexpr bool needsScan(CellFigure figure)
{
    return figure >= CellFigure::StandardDeviation && figure <= CellFigure::Farthest;
}
/// Known from the header alone.
constexpr bool isOfHeader(CellFigure figure)
{
    return figure < CellFigure::StandardDeviation;
}
/// Whole numbers.
constexpr bool isCount(CellFigure figure)
{
    return figure == CellFigure::Bytes || figure == CellFigure::Nonfinite;
}

/// "Standard deviation".
QString figureName(CellFigure figure);
/// Its definition, also of several tensors in a cell; sentences.
QString figureHelp(CellFigure figure);

/// What a scale of a figure counts in: a number is this many times `size`.
struct FigureUnit {
    double size = 1;
    QString name = {}; ///< "MiB", "%"; may be empty
};
/// That in which numbers up to `largest` are short.
FigureUnit unitOf(CellFigure figure, double largest);
/// "Size, MiB".
QString axisTitle(CellFigure figure, const FigureUnit& unit);

/// With few digits and its unit: "32.0 MiB", "0.0123". DType has none.
QString shortFigureText(CellFigure figure, double value);
/// With all digits: "33,554,432 bytes".
QString wholeFigureText(CellFigure figure, double value);

} // namespace loupe
