#include "formats/storages/strided_storage.h"

#include "core/checked_math.h"
#include "formats/shared/out_of_memory.h"
#include "formats/storages/byte_order.h"
#include "formats/storages/element_size.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace loupe {

namespace {

/// Walks over the elements of a view in order.
template <std::size_t size>
class Gatherer {
public:
    Gatherer(std::span<const StridedAxis> axes, const std::byte* from, std::uint64_t first)
        : m_axes(axes)
        , m_from(from)
        , m_index(axes.size())
    {
        for (std::size_t i = axes.size(); i-- > 0;) {
            m_index[i] = first % axes[i].size;
            first /= axes[i].size;
            m_offset += m_index[i] * axes[i].stride;
        }
    }

    void copy(std::uint64_t count, std::byte* target)
    {
        const StridedAxis last = m_axes.back();
        while (count > 0) {
            const std::uint64_t rows = m_index.back() == 0 ? wholeRows(count) : 0;
            const std::uint64_t run = rows > 1 ? rows * last.size : std::min(count, last.size - m_index.back());
            if (rows > 1)
                copyRows(rows, target);
            else
                copyRun(run, target);
            target += run * size;
            count -= run;
        }
    }

private:
    /// How many rows of the last two axes can be copied together, if elements of a column lie closer together than
    /// those of a row.
    std::uint64_t wholeRows(std::uint64_t count) const
    {
        if (m_axes.size() < 2 || m_axes[m_axes.size() - 2].stride >= m_axes.back().stride)
            return 0;
        const std::uint64_t there = m_axes[m_axes.size() - 2].size - m_index[m_axes.size() - 2];
        return std::min(there, count / m_axes.back().size);
    }

    /// A few rows at a time, column by column, so that neighbors in the file are read together.
    void copyRows(std::uint64_t rows, std::byte* target)
    {
        constexpr std::uint64_t rowsTogether = 64 / size;
        const StridedAxis columns = m_axes.back();
        const std::uint64_t down = m_axes[m_axes.size() - 2].stride;
        for (std::uint64_t row = 0; row < rows; row += rowsTogether) {
            const std::uint64_t now = std::min(rowsTogether, rows - row);
            for (std::uint64_t column = 0; column < columns.size; ++column) {
                const std::byte* from = m_from + (m_offset + row * down + column * columns.stride) * size;
                std::byte* to = target + (row * columns.size + column) * size;
                for (std::uint64_t i = 0; i < now; ++i)
                    std::memcpy(to + i * columns.size * size, from + i * down * size, size);
            }
        }
        advance(m_axes.size() - 2, rows);
    }

    void copyRun(std::uint64_t run, std::byte* target)
    {
        const std::uint64_t stride = m_axes.back().stride;
        const std::byte* from = m_from + m_offset * size;
        if (stride == 1) {
            std::memcpy(target, from, run * size);
        } else {
            for (std::uint64_t i = 0; i < run; ++i)
                std::memcpy(target + i * size, from + i * stride * size, size);
        }
        advance(m_axes.size() - 1, run);
    }

    void advance(std::size_t axis, std::uint64_t steps)
    {
        for (;; steps = 1) {
            m_index[axis] += steps;
            m_offset += steps * m_axes[axis].stride;
            if (m_index[axis] < m_axes[axis].size || axis == 0)
                return;
            m_offset -= m_index[axis] * m_axes[axis].stride;
            m_index[axis--] = 0;
        }
    }

    std::span<const StridedAxis> m_axes;
    const std::byte* m_from;
    std::vector<std::uint64_t> m_index;
    std::uint64_t m_offset = 0; ///< in elements
};

bool isContiguous(std::span<const StridedAxis> axes)
{
    return axes.empty() || (axes.size() == 1 && axes.front().stride == 1);
}

std::uint64_t extentOf(std::span<const StridedAxis> axes)
{
    std::uint64_t extent = 1;
    for (const StridedAxis axis : axes)
        extent += (axis.size - 1) * axis.stride; // fits: so did the extent of the same view
    return extent;
}

} // namespace

std::vector<StridedAxis> mergeAxes(std::span<const std::uint64_t> shape, std::span<const std::uint64_t> strides)
{
    std::vector<StridedAxis> axes;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 0)
            return {};
        if (shape[i] == 1)
            continue;
        const auto step = checkedMultiply(strides[i], shape[i]);
        if (!axes.empty() && step && axes.back().stride == *step)
            axes.back() = {axes.back().size * shape[i], strides[i]};
        else
            axes.push_back({shape[i], strides[i]});
    }
    return axes;
}

std::optional<std::uint64_t> stridedExtent(std::span<const std::uint64_t> shape, std::span<const std::uint64_t> strides)
{
    std::optional<std::uint64_t> extent = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 0)
            return 0;
        const auto length = checkedMultiply(shape[i] - 1, strides[i]);
        extent = extent && length ? checkedAdd(*extent, *length) : std::nullopt;
    }
    return extent;
}

Result<> StridedStorage::read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const
{
    return m_bytes->packed ? m_bytes->packed->read(source, offset, target)
                           : source.read(m_bytes->range.begin + offset, target);
}

template <typename Visitor>
Result<> StridedStorage::visitAll(const Source& source, std::uint64_t size, Visitor&& visitor) const
{
    const std::uint64_t begin = m_bytes->range.begin + m_first;
    if (!m_bytes->packed && source.mapped()) {
        Buffer none;
        return source.visit({begin, begin + size}, none, [&](std::span<const std::byte> all) { visitor(all.data()); });
    }
    // All views of packed bytes need the same whole.
    const bool isWhole = m_bytes->packed != nullptr;
    const ByteRange key = isWhole ? m_bytes->range : ByteRange{begin, begin + size};
    const auto kept = m_bytes->kept->get(
        source, key, isWhole ? m_bytes->size : size,
        [&](std::span<std::byte> all) { return read(source, isWhole ? 0 : m_first, all); }, m_bytes->packed.get());
    if (!kept)
        return fail(kept.error());
    visitor((*kept)->bytes().data() + (isWhole ? m_first : 0));
    return {};
}

Result<> StridedStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    if (count == 0)
        return {};
    const std::size_t size = bitsPerElement(tensor.dtype) / 8;
    return orOutOfMemory(source, [&]() -> Result<> {
        Result<> done;
        if (isContiguous(m_axes)) {
            done = read(source, m_first + first * size, target);
        } else {
            done = visitAll(source, extentOf(m_axes) * size, [&](const std::byte* from) {
                withSize(
                    size, [&](auto constant) { Gatherer<constant()>(m_axes, from, first).copy(count, target.data()); });
            });
        }
        if (done && m_bytes->bigEndian)
            swapBytes(tensor.dtype, target);
        return done;
    });
}

std::optional<Storage::View> StridedStorage::view(const Tensor& tensor) const
{
    if (!m_bytes->packed)
        return View{nullptr, tensor.bytes};
    std::uint64_t extent = tensor.elements() == 0 ? 0 : 1; // fits: the caller has checked
    for (const StridedAxis& axis : m_axes)
        extent += (axis.size - 1) * axis.stride;
    return View{m_bytes.get(), {m_first, m_first + extent * bitsPerElement(tensor.dtype) / 8}};
}

} // namespace loupe
