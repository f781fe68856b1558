#pragma once

#include "analysis/slices/grid.h"

#include "support/plain_delta.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace loupe::test {

inline std::string randomBytes(std::size_t size, unsigned seed)
{
    std::mt19937 random(seed);
    std::string bytes(size, '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

inline std::vector<DType> readableDTypes()
{
    std::vector<DType> dtypes;
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        if (hasReadableValues(DType(i)))
            dtypes.push_back(DType(i));
    }
    return dtypes;
}

inline double numberOf(const Scalar& value, ComplexPart part)
{
    if (value.kind != Scalar::Kind::Complex || part == ComplexPart::Real)
        return value.toDouble();
    if (part == ComplexPart::Imaginary)
        return value.imaginary;
    return std::sqrt(value.real * value.real + value.imaginary * value.imaginary);
}

/// For pairs with a complex side: a real number x is treated as x + 0i.
inline long double numberInComplexPair(const Scalar& value, ComplexPart part)
{
    if (value.kind == Scalar::Kind::Complex)
        return numberOf(value, part);
    const long double x = plainNumber(value).real;
    switch (part) {
    case ComplexPart::Real:
        return x;
    case ComplexPart::Imaginary:
        return 0;
    case ComplexPart::Magnitude:
        break;
    }
    return std::signbit(x) ? -x : x;
}

/// The slow and obvious twin: calls `valueOf(element)` for every element of every cell.
template <typename ValueOf>
Grid plainGrid(const Slice& slice, const GridShape& shape, const ValueOf& valueOf)
{
    Grid grid{shape, GridNumbers::Double, {}};
    for (std::uint64_t row = 0; row < shape.rows(); ++row) {
        for (std::uint64_t column = 0; column < shape.columns(); ++column) {
            GridCell cell;
            double least = std::numeric_limits<double>::infinity();
            double greatest = -least;
            const SliceWindow window = shape.cell(row, column);
            for (std::uint64_t r = window.firstRow; r < window.firstRow + window.rows; ++r) {
                for (std::uint64_t c = window.firstColumn; c < window.firstColumn + window.columns; ++c) {
                    const auto element = slice.element({r, c});
                    if (!element)
                        continue;
                    const double value = valueOf(*element);
                    if (std::isnan(value))
                        ++cell.nan;
                    else if (std::isinf(value))
                        ++(value > 0 ? cell.positiveInf : cell.negativeInf);
                    else {
                        ++cell.finite;
                        least = std::min(least, value);
                        greatest = std::max(greatest, value);
                    }
                }
            }
            if (cell.finite > 0) {
                cell.least = std::bit_cast<std::uint64_t>(least);
                cell.greatest = std::bit_cast<std::uint64_t>(greatest);
            }
            grid.cells.push_back(cell);
        }
    }
    return grid;
}

inline void expectSame(const Grid& grid, const Grid& expected)
{
    ASSERT_EQ(grid.cells.size(), expected.cells.size());
    for (std::size_t i = 0; i < grid.cells.size(); ++i) {
        ASSERT_EQ(grid.cells[i].finite, expected.cells[i].finite) << i;
        ASSERT_EQ(grid.cells[i].nan, expected.cells[i].nan) << i;
        ASSERT_EQ(grid.cells[i].positiveInf, expected.cells[i].positiveInf) << i;
        ASSERT_EQ(grid.cells[i].negativeInf, expected.cells[i].negativeInf) << i;
        if (grid.cells[i].finite > 0) {
            ASSERT_EQ(grid.number(grid.cells[i].least), expected.number(expected.cells[i].least)) << i;
            ASSERT_EQ(grid.number(grid.cells[i].greatest), expected.number(expected.cells[i].greatest)) << i;
        }
    }
}

} // namespace loupe::test
