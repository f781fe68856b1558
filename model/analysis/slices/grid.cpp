#include "analysis/slices/grid.h"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace loupe {

namespace {

template <typename Value>
constexpr GridNumbers numbersOf()
{
    if constexpr (std::is_same_v<Value, float>)
        return GridNumbers::Single;
    else if constexpr (std::is_same_v<Value, double>)
        return GridNumbers::Double;
    else
        return std::is_signed_v<Value> ? GridNumbers::Signed : GridNumbers::Unsigned;
}

} // namespace

GridShape GridShape::fitting(const SliceWindow& window, std::uint64_t rows, std::uint64_t columns)
{
    const auto step = [](std::uint64_t length, std::uint64_t most) {
        return length == 0 ? 1 : (length - 1) / std::max<std::uint64_t>(most, 1) + 1;
    };
    return {window, step(window.rows, rows), step(window.columns, columns)};
}

SliceWindow GridShape::cell(std::uint64_t row, std::uint64_t column) const
{
    return {window.firstRow + row * rowStep, window.firstColumn + column * columnStep,
        std::min(rowStep, window.rows - row * rowStep), std::min(columnStep, window.columns - column * columnStep)};
}

double Grid::number(std::uint64_t kept) const
{
    switch (numbers) {
    case GridNumbers::Signed:
        return static_cast<double>(static_cast<std::int64_t>(kept));
    case GridNumbers::Unsigned:
        return static_cast<double>(kept);
    case GridNumbers::Single:
        return std::bit_cast<float>(static_cast<std::uint32_t>(kept));
    case GridNumbers::Double:
        break;
    }
    return std::bit_cast<double>(kept);
}

Scalar Grid::exact(std::uint64_t kept) const
{
    switch (numbers) {
    case GridNumbers::Signed:
        return {.kind = Scalar::Kind::Signed, .asSigned = static_cast<std::int64_t>(kept)};
    case GridNumbers::Unsigned:
        return {.kind = Scalar::Kind::Unsigned, .asUnsigned = kept};
    case GridNumbers::Single:
    case GridNumbers::Double:
        break;
    }
    return {.kind = Scalar::Kind::Float, .real = number(kept), .singlePrecision = numbers == GridNumbers::Single};
}

void copyInto(Grid& grid, const GridPart& part)
{
    for (std::uint64_t row = 0; row < part.rows; ++row) {
        std::copy_n(part.cells.begin() + static_cast<std::ptrdiff_t>(row * part.columns), part.columns,
            grid.cells.begin() + static_cast<std::ptrdiff_t>((part.row + row) * grid.shape.columns() + part.column));
    }
}

Grid emptyGrid(const Elements& elements, NumberPart part, const GridShape& shape)
{
    Grid grid{shape, GridNumbers::Double, std::vector<GridCell>(shape.rows() * shape.columns())};
    withReader(elements.dtype(), part,
        [&grid](const auto& read) { grid.numbers = numbersOf<typename std::decay_t<decltype(read)>::Value>(); });
    return grid;
}

Grid emptyGrid(const ElementPair& /*pair*/, ComplexPart /*part*/, const GridShape& shape)
{
    return {shape, GridNumbers::Double, std::vector<GridCell>(shape.rows() * shape.columns())};
}

} // namespace loupe
