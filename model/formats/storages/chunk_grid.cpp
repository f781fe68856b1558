#include "formats/storages/chunk_grid.h"

#include "core/checked_math.h"

#include <cstring>

namespace loupe {

namespace {

std::uint64_t product(std::span<const std::uint64_t> sizes)
{
    std::uint64_t result = 1;
    for (const std::uint64_t size : sizes)
        result *= size; // fits, as the caller has checked
    return result;
}

} // namespace

ChunkGrid::ChunkGrid(std::vector<std::uint64_t> shape, std::vector<std::uint64_t> chunkShape, std::uint64_t elementSize)
    : m_shape(std::move(shape))
    , m_chunkShape(std::move(chunkShape))
    , m_elementSize(elementSize)
    , m_chunkBytes(product(m_chunkShape) * elementSize)
{
    constexpr std::uint64_t leastKept = std::uint64_t{16} << 20;
    constexpr std::uint64_t mostKept = std::uint64_t{256} << 20;
    for (std::size_t i = 0; i < m_shape.size(); ++i)
        m_counts.push_back(m_shape[i] / m_chunkShape[i] + (m_shape[i] % m_chunkShape[i] != 0));
    const std::uint64_t inRow = product(std::span(m_counts).subspan(1));
    const auto twoRows = checkedMultiply(inRow, m_chunkBytes);
    m_bytesToKeep = std::clamp(twoRows ? saturatingAdd(*twoRows, *twoRows) : mostKept, leastKept, mostKept);
}

Result<> ChunkGrid::visit(std::uint64_t first, std::uint64_t count, std::byte* target, const Visit& visit) const
{
    // A range of elements consists of a few blocks: parts of a row, a plane and so on, then whole ones, then parts
    // again.
    const std::size_t last = m_shape.size() - 1;
    std::vector<std::uint64_t> below(m_shape.size(), 1); // elements in one step along each axis
    for (std::size_t axis = last; axis-- > 0;)
        below[axis] = below[axis + 1] * m_shape[axis + 1];
    while (count > 0) {
        // The longest block from here on spans the first axis at which this position is a whole step.
        std::size_t axis = 0;
        while (axis < last && (first % below[axis] != 0 || count < below[axis]))
            ++axis;
        Box box{.begin = {}, .size = std::vector<std::uint64_t>(m_shape.size(), 1)};
        for (std::size_t i = 0; i < m_shape.size(); ++i) {
            box.begin.push_back(first / below[i] % m_shape[i]);
            if (i > axis)
                box.size[i] = m_shape[i];
        }
        box.size[axis] = std::min(count / below[axis], m_shape[axis] - box.begin[axis]);
        if (auto done = visitBox(box, target, visit); !done)
            return done;
        const std::uint64_t elements = box.size[axis] * below[axis];
        target += elements * m_elementSize;
        first += elements;
        count -= elements;
    }
    return {};
}

Result<> ChunkGrid::visitBox(const Box& box, std::byte* target, const Visit& visit) const
{
    const std::size_t rank = m_shape.size();
    std::vector<std::uint64_t> first(rank); // position in the grid
    std::vector<std::uint64_t> last(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        first[i] = box.begin[i] / m_chunkShape[i];
        last[i] = (box.begin[i] + box.size[i] - 1) / m_chunkShape[i];
    }
    std::vector<std::uint64_t> place = first;
    for (;;) {
        if (auto done = visit(ChunkPart(*this, box, place, target)); !done)
            return done;
        std::size_t axis = rank;
        for (; axis-- > 0;) {
            if (place[axis] < last[axis]) {
                ++place[axis];
                break;
            }
            place[axis] = first[axis];
        }
        if (axis == SIZE_MAX)
            return {};
    }
}

ChunkPart::ChunkPart(
    const ChunkGrid& grid, const ChunkGrid::Box& box, std::span<const std::uint64_t> place, std::byte* target)
    : m_grid(grid)
    , m_box(box)
    , m_place(place)
    , m_target(target)
{
    for (std::size_t i = 0; i < place.size(); ++i) {
        m_number = m_number * grid.m_counts[i] + place[i];
        m_begin.push_back(place[i] * grid.m_chunkShape[i]);
        const std::uint64_t begin = std::max(box.begin[i], m_begin[i]);
        const std::uint64_t inShape = grid.m_shape[i] - m_begin[i];
        const std::uint64_t end = m_begin[i] + std::min(grid.m_chunkShape[i], inShape);
        m_part.begin.push_back(begin);
        m_part.size.push_back(std::min(box.begin[i] + box.size[i], end) - begin);
        m_isAtEdge = m_isAtEdge || inShape < grid.m_chunkShape[i];
    }
}

void ChunkPart::copyFrom(std::span<const std::byte> chunk) const
{
    forRuns([&](std::uint64_t from, std::byte* to, std::uint64_t size) { std::memcpy(to, chunk.data() + from, size); });
}

void repeatBytes(std::string_view pattern, std::uint64_t first, std::span<std::byte> target)
{
    std::size_t at = first % pattern.size();
    for (std::size_t done = 0; done < target.size(); at = 0) {
        const std::size_t size = std::min(pattern.size() - at, target.size() - done);
        std::memcpy(target.data() + done, pattern.data() + at, size);
        done += size;
        // The filled part is also a pattern, and is twice as long.
        if (done >= pattern.size() && done < target.size() && at == 0) {
            while (done < target.size()) {
                const std::size_t whole = done - done % pattern.size();
                const std::size_t more = std::min(whole, target.size() - done);
                std::memcpy(target.data() + done, target.data() + (done - whole), more);
                done += more;
            }
        }
    }
}

} // namespace loupe
