#pragma once

#include "core/result.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// The elements of one chunk that are being read, and where they go.
class ChunkPart;

/// A tensor that is split into chunks of one shape. All chunks are stored in full, even those that extend beyond the
/// tensor's shape.
class ChunkGrid {
public:
    using Visit = std::function<Result<>(const ChunkPart& part)>;
    /// Larger chunks are not held in memory.
    static constexpr std::uint64_t largestChunk = std::uint64_t{256} << 20;

    /// Both shapes must have the same number of dimensions, at least one, and a chunk's dimensions must not be 0. The
    /// sizes in bytes of the tensor and of a chunk must fit in 64 bits. May throw std::bad_alloc.
    ChunkGrid(std::vector<std::uint64_t> shape, std::vector<std::uint64_t> chunkShape, std::uint64_t elementSize);

    std::uint64_t elementSize() const { return m_elementSize; }
    const std::vector<std::uint64_t>& chunkShape() const { return m_chunkShape; }
    std::uint64_t chunkBytes() const { return m_chunkBytes; }
    /// The number of chunks along each axis.
    const std::vector<std::uint64_t>& counts() const { return m_counts; }
    /// The number of bytes of decoded chunks that are worth caching: two rows of chunks, but from 16 to 256 MiB. If a
    /// row is larger, as for tall column chunks of a wide matrix, each chunk is decoded again for every MiB or so that
    /// is read.
    std::uint64_t bytesToKeep() const { return m_bytesToKeep; }

    /// Calls `visit` for each chunk that has any of the elements [first, first + count), until a call fails. `target`
    /// has room for these elements. May throw std::bad_alloc.
    Result<> visit(std::uint64_t first, std::uint64_t count, std::byte* target, const Visit& visit) const;

private:
    friend class ChunkPart;
    /// A block of elements: starts at `begin`, with `size` elements along each axis.
    struct Box {
        std::vector<std::uint64_t> begin;
        std::vector<std::uint64_t> size;
    };

    Result<> visitBox(const Box& box, std::byte* target, const Visit& visit) const;

    std::vector<std::uint64_t> m_shape;
    std::vector<std::uint64_t> m_chunkShape;
    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_elementSize;
    std::uint64_t m_chunkBytes;
    std::uint64_t m_bytesToKeep;
};

class ChunkPart {
public:
    /// The number of the chunk, counted row by row.
    std::uint64_t number() const { return m_number; }
    /// The chunk's index in the grid along each axis.
    std::span<const std::uint64_t> place() const { return m_place; }
    /// True if the chunk extends beyond the tensor's shape.
    bool isAtEdge() const { return m_isAtEdge; }

    /// Calls `copy(offset in the chunk, target, size)`, in bytes, for each contiguous run of elements.
    template <typename Copy>
    void forRuns(Copy&& copy) const
    {
        const std::size_t rank = m_part.begin.size();
        const std::uint64_t elementSize = m_grid.m_elementSize;
        std::vector<std::uint64_t> index = m_part.begin;
        for (;;) {
            std::uint64_t from = 0;
            std::uint64_t to = 0;
            for (std::size_t i = 0; i < rank; ++i) {
                from = from * m_grid.m_chunkShape[i] + (index[i] - m_begin[i]);
                to = to * m_box.size[i] + (index[i] - m_box.begin[i]);
            }
            copy(from * elementSize, m_target + to * elementSize, m_part.size.back() * elementSize);
            std::size_t axis = rank - 1;
            for (; axis-- > 0;) {
                if (++index[axis] < m_part.begin[axis] + m_part.size[axis])
                    break;
                index[axis] = m_part.begin[axis];
            }
            if (axis == SIZE_MAX)
                return;
        }
    }

    /// Copies the required elements out of `chunk`, which holds the whole chunk, row by row.
    void copyFrom(std::span<const std::byte> chunk) const;

private:
    friend class ChunkGrid;
    ChunkPart(
        const ChunkGrid& grid, const ChunkGrid::Box& box, std::span<const std::uint64_t> place, std::byte* target);

    const ChunkGrid& m_grid;
    const ChunkGrid::Box& m_box;
    std::span<const std::uint64_t> m_place;
    std::byte* m_target;
    std::uint64_t m_number = 0;
    std::vector<std::uint64_t> m_begin; ///< begin of the chunk in the tensor, along each axis
    ChunkGrid::Box m_part;
    bool m_isAtEdge = false;
};

/// Fills `target` with bytes of the endlessly repeated `pattern`, starting at byte `first`. `pattern` must not be
/// empty.
void repeatBytes(std::string_view pattern, std::uint64_t first, std::span<std::byte> target);

} // namespace loupe
