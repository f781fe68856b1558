#include "analysis/slices/slice.h"

#include "core/tensor.h"

#include <algorithm>

namespace loupe {

Slice Slice::folded(std::uint64_t count, std::uint64_t columns)
{
    Slice slice;
    if (count == 0)
        return slice;
    slice.m_columns = std::min(columns, count);
    slice.m_rows = (count - 1) / slice.m_columns + 1;
    slice.m_rowStride = slice.m_columns;
    const std::uint64_t inLast = (count - 1) % slice.m_columns + 1;
    slice.m_missing = slice.m_columns - inLast;
    return slice;
}

Result<Slice> Slice::across(std::span<const std::uint64_t> shape, std::size_t rowAxis, std::size_t columnAxis,
    std::span<const std::uint64_t> index)
{
    // If the product of all dimensions fits in 64 bits, so do all element indices and strides.
    if (!elementCount(shape))
        return fail(ErrorCode::InvalidArgument, "the shape has more elements than can be counted");
    if (rowAxis >= shape.size() || columnAxis >= shape.size() || rowAxis == columnAxis || index.size() != shape.size())
        return fail(ErrorCode::InvalidArgument, "a slice needs two different axes of the tensor");
    Slice slice;
    slice.m_rows = shape[rowAxis];
    slice.m_columns = shape[columnAxis];
    std::uint64_t stride = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        if (shape[axis] == 0)
            return Slice();
        if (axis == rowAxis)
            slice.m_rowStride = stride;
        else if (axis == columnAxis)
            slice.m_columnStride = stride;
        else if (index[axis] < shape[axis])
            slice.m_first += index[axis] * stride;
        else
            return fail(ErrorCode::InvalidArgument,
                "axis " + std::to_string(axis) + " has " + std::to_string(shape[axis]) + " places, wanted is number "
                    + std::to_string(index[axis]));
        stride *= shape[axis];
    }
    return slice;
}

std::uint64_t Slice::columnsIn(std::uint64_t row) const
{
    if (row >= m_rows)
        return 0;
    return m_columns - (row == m_rows - 1 ? m_missing : 0);
}

std::uint64_t Slice::rowsIn(std::uint64_t column) const
{
    if (column >= m_columns)
        return 0;
    return m_rows - (column >= m_columns - m_missing ? 1 : 0);
}

std::optional<std::uint64_t> Slice::element(Cell cell) const
{
    if (cell.column >= columnsIn(cell.row))
        return std::nullopt;
    return m_first + cell.row * m_rowStride + cell.column * m_columnStride;
}

std::optional<Slice::Cell> Slice::find(std::uint64_t element) const
{
    if (empty() || element < m_first)
        return std::nullopt;
    // Divides by the longer stride first, so that the rest is less than one step of it. Strides are equal if an axis
    // has length 1.
    std::uint64_t rest = element - m_first;
    Cell cell;
    if (m_rowStride > m_columnStride || (m_rowStride == m_columnStride && m_columns == 1)) {
        cell.row = rest / m_rowStride;
        rest %= m_rowStride;
        cell.column = rest / m_columnStride;
        rest %= m_columnStride;
    } else {
        cell.column = rest / m_columnStride;
        rest %= m_columnStride;
        cell.row = rest / m_rowStride;
        rest %= m_rowStride;
    }
    return rest == 0 && cell.column < columnsIn(cell.row) ? std::optional(cell) : std::nullopt;
}

std::optional<std::uint64_t> elementAt(std::span<const std::uint64_t> shape, std::span<const std::uint64_t> index)
{
    if (!elementCount(shape) || index.size() != shape.size())
        return std::nullopt;
    std::uint64_t element = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (index[axis] >= shape[axis])
            return std::nullopt;
        element = element * shape[axis] + index[axis];
    }
    return element;
}

std::vector<std::size_t> longAxes(std::span<const std::uint64_t> shape)
{
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] > 1)
            axes.push_back(axis);
    }
    return axes;
}

} // namespace loupe
