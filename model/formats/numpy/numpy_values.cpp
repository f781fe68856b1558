#include "formats/numpy/numpy_values.h"

#include "core/views/element_size.h"
#include "formats/shared/out_of_memory.h"
#include "formats/storages/byte_order.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

namespace loupe::numpy {

namespace {

/// A position in the inner dimensions of row-major elements, which are all dimensions except the first.
struct Place {
    std::vector<std::uint64_t> index;
    std::uint64_t offset = 0; ///< in elements of the column-major array, at row 0
};

class Gatherer {
public:
    Gatherer(std::span<const std::uint64_t> shape, std::span<const std::byte> columns)
        : m_shape(shape)
        , m_columns(columns)
        , m_strides(shape.size(), 1)
    {
        for (std::size_t i = 1; i < shape.size(); ++i) {
            m_strides[i] = m_strides[i - 1] * shape[i - 1];
            m_rowSize *= shape[i];
        }
    }

    std::uint64_t rowSize() const { return m_rowSize; }

    /// Copies columns [first, first + count) of `rows` rows from `row` on; each row is a run in the target. Goes column
    /// by column, because the rows of one column are adjacent.
    template <std::size_t size>
    void copy(std::uint64_t row, std::uint64_t rows, std::uint64_t first, std::uint64_t count, std::byte* target) const
    {
        Place place = placeOf(first);
        for (std::uint64_t column = 0; column < count; ++column) {
            const std::byte* from = m_columns.data() + (place.offset + row) * size;
            std::byte* to = target + column * size;
            for (std::uint64_t i = 0; i < rows; ++i)
                std::memcpy(to + i * count * size, from + i * size, size);
            advance(place);
        }
    }

private:
    Place placeOf(std::uint64_t column) const
    {
        Place place;
        place.index.resize(m_shape.size());
        for (std::size_t i = m_shape.size(); i-- > 1;) {
            place.index[i] = column % m_shape[i];
            column /= m_shape[i];
            place.offset += place.index[i] * m_strides[i];
        }
        return place;
    }

    void advance(Place& place) const
    {
        for (std::size_t i = m_shape.size(); i-- > 1;) {
            place.offset += m_strides[i];
            if (++place.index[i] < m_shape[i])
                return;
            place.offset -= m_strides[i] * m_shape[i];
            place.index[i] = 0;
        }
    }

    std::span<const std::uint64_t> m_shape;
    std::span<const std::byte> m_columns;
    std::vector<std::uint64_t> m_strides;
    std::uint64_t m_rowSize = 1;
};

} // namespace

void gatherRows(std::span<const std::uint64_t> shape, std::size_t elementSize, std::span<const std::byte> columns,
    std::uint64_t first, std::uint64_t count, std::span<std::byte> target)
{
    const Gatherer gatherer(shape, columns);
    const std::uint64_t rowSize = gatherer.rowSize();
    withSize(elementSize, [&](auto size) {
        std::byte* to = target.data();
        const auto copy = [&](std::uint64_t rows, std::uint64_t columnCount) {
            gatherer.copy<size()>(first / rowSize, rows, first % rowSize, columnCount, to);
            first += rows * columnCount;
            count -= rows * columnCount;
            to += rows * columnCount * size();
        };
        if (first % rowSize != 0)
            copy(1, std::min(count, rowSize - first % rowSize));
        if (count >= rowSize)
            copy(count / rowSize, rowSize);
        if (count > 0)
            copy(1, count);
    });
}

Result<> NpyOrderedStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    if (count == 0)
        return {};
    const std::size_t size = bitsPerElement(tensor.dtype) / 8;
    const auto read = [&](std::uint64_t offset, std::span<std::byte> bytes) {
        return m_read ? m_read(source, offset, bytes) : source.read(tensor.bytes.begin + offset, bytes);
    };
    return orOutOfMemory(source, [&]() -> Result<> {
        Result<> done;
        if (!m_order.columnMajor) {
            done = read(first * size, target);
        } else if (!m_read && source.mapped()) {
            Buffer none;
            done = source.visit(tensor.bytes, none, [&](std::span<const std::byte> columns) {
                gatherRows(tensor.shape, size, columns, first, count, target);
            });
        } else {
            const std::uint64_t all = tensor.elements() * size; // fits: Elements::open() has checked it
            const auto columns =
                m_kept->get(source, tensor.bytes, all, [&](std::span<std::byte> bytes) { return read(0, bytes); });
            if (!columns)
                return fail(columns.error());
            gatherRows(tensor.shape, size, (*columns)->bytes(), first, count, target);
        }
        if (done && m_order.bigEndian)
            swapBytes(tensor.dtype, target);
        return done;
    });
}

} // namespace loupe::numpy
