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

/// The elements that one chunk has of what is read, and where they belong.
class ChunkPart;

/// A tensor that is cut into chunks of one shape. All chunks are stored in full, also those that its shape cuts off.
class ChunkGrid {
public:
    using Visit = std::function<Result<>(const ChunkPart& part)>;
    /// Larger chunks are not held in memory.
    static constexpr std::uint64_t largestChunk = std::uint64_t{256} << 20;

    /// As many dimensions in both, at least one; those of a chunk are not 0. All elements, and those of a chunk, have a
    /// number of bytes that fits in 64 bits. May throw std::bad_alloc.
    ChunkGrid(std::vector<std::uint64_t> shape, std::vector<std::uint64_t> chunkShape, std::uint64_t elementSize);

    std::uint64_t elementSize() const { return m_elementSize; }
    const std::vector<std::uint64_t>& chunkShape() const { return m_chunkShape; }
    std::uint64_t chunkBytes() const { return m_chunkBytes; }
    /// Along each axis.
    const std::vector<std::uint64_t>& counts() const { return m_counts; }
    /// How many bytes of decoded chunks are worth keeping: two rows of them, from 16 to 256 MiB. Where a row is larger,
    /// as for tall column chunks of a wide matrix, each chunk is decoded again for every MiB or so that is read.
    std::uint64_t bytesToKeep() const { return m_bytesToKeep; }

    /// Calls `visit` for each chunk that has any of the elements [first, first + count), which `target` has room for,
    /// until one fails. May throw std::bad_alloc.
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
    /// The chunk's place in the grid, along each axis.
    std::span<const std::uint64_t> place() const { return m_place; }
    /// Whether the tensor's shape cuts the chunk off.
    bool isAtEdge() const { return m_isAtEdge; }

    /// Calls `copy(byte in the chunk, target, bytes)` for each contiguous run of elements.
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

    /// Copies what is needed of a chunk with these elements, row by row.
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
    std::vector<std::uint64_t> m_begin; ///< of the chunk, in elements of the tensor
    ChunkGrid::Box m_part;
    bool m_isAtEdge = false;
};

/// Fills `target` with endless repetitions of `pattern`, which is not empty, starting at byte `first` of them.
void repeatBytes(std::string_view pattern, std::uint64_t first, std::span<std::byte> target);

} // namespace loupe
