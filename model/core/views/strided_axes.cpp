#include "core/views/strided_axes.h"

#include "core/checked_math.h"
#include "core/views/element_size.h"

#include <algorithm>
#include <cstring>

namespace loupe {

namespace {

/// Iterates over the elements of a view in order.
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
    /// The number of whole rows of the last two axes that can be copied together. 0 unless elements of a column are
    /// closer in memory than those of a row.
    std::uint64_t wholeRows(std::uint64_t count) const
    {
        if (m_axes.size() < 2 || m_axes[m_axes.size() - 2].stride >= m_axes.back().stride)
            return 0;
        const std::uint64_t there = m_axes[m_axes.size() - 2].size - m_index[m_axes.size() - 2];
        return std::min(there, count / m_axes.back().size);
    }

    /// Copies a few rows at a time, column by column, so that neighbors in the file are read together.
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

void gather(std::span<const StridedAxis> axes, const std::byte* from, std::uint64_t first, std::uint64_t count,
    std::size_t elementSize, std::byte* target)
{
    withSize(elementSize, [&](auto constant) { Gatherer<constant()>(axes, from, first).copy(count, target); });
}

} // namespace loupe
