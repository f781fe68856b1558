#pragma once

#include "core/elements.h"
#include "formats/storages/plain_runs.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Boxes within a tensor, with the same number of dimensions as the tensor. Stored in one flat list, since there may be
/// a million of them.
class ChunkBoxes {
public:
    explicit ChunkBoxes(std::size_t dimensions)
        : m_dimensions(dimensions)
    {
    }

    /// Both have one number per dimension. May throw std::bad_alloc.
    void add(std::span<const std::uint64_t> begins, std::span<const std::uint64_t> sizes);
    std::size_t count() const { return m_count; }
    std::size_t dimensions() const { return m_dimensions; }
    std::span<const std::uint64_t> begins(std::size_t box) const { return numbers(2 * box); }
    std::span<const std::uint64_t> sizes(std::size_t box) const { return numbers(2 * box + 1); }

private:
    std::span<const std::uint64_t> numbers(std::size_t row) const
    {
        return std::span(m_numbers).subspan(row * m_dimensions, m_dimensions);
    }

    std::size_t m_dimensions;
    std::size_t m_count = 0;
    std::vector<std::uint64_t> m_numbers; ///< the begins, then the sizes, of each box
};

/// How boxes fill a tensor.
struct ChunkCover {
    std::optional<std::size_t> outside; ///< the first box that goes beyond the tensor
    bool overlaps = false; ///< two boxes inside the tensor have elements in common
    std::uint64_t elements = 0; ///< the sum over all boxes inside the tensor, without subtracting overlaps
    /// The search for overlaps was given up, because there are too many boxes at irregular places.
    bool isUnknown = false;

    bool isExact(std::uint64_t total) const { return !outside && !overlaps && !isUnknown && elements == total; }
};

/// The number of elements of `shape` must fit in 64 bits. Takes n log n time for regular and irregular grids. For other
/// boxes, makes at most 1,000 comparisons per box, and then sets isUnknown. May throw std::bad_alloc.
ChunkCover coverOf(std::span<const std::uint64_t> shape, const ChunkBoxes& boxes);

/// Provides the elements of a box that are not stored plainly.
struct ChunkDecoder {
    Tensor tensor; ///< the box as a tensor, with its storage
    std::shared_ptr<const void> owner; ///< keeps everything alive that the tensor refers to
};

/// The location of one box's elements, which are stored row by row.
struct ChunkValues {
    std::shared_ptr<const Source> source = nullptr; ///< null for the file of Tensor::bytes
    std::uint64_t begin = 0; ///< offset of the first element, if they are stored plainly
    std::shared_ptr<const ChunkDecoder> decoder = nullptr; ///< null if they are stored plainly, as nearly all are
};

/// Elements of a tensor that consists of boxes, in any order and in any files.
class ChunkedStorage : public Storage, public PlainRuns {
public:
    /// The boxes must cover `shape` exactly (ChunkCover::isExact()), and `chunks` has one entry per box. Elements must
    /// have whole bytes. `fileBytes` is the total size of all chunks. May throw std::bad_alloc.
    ChunkedStorage(std::vector<std::uint64_t> shape, const ChunkBoxes& boxes, std::vector<ChunkValues> chunks,
        std::uint64_t fileBytes);
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::uint64_t fileBytes(const Tensor&) const override { return m_fileBytes; }
    std::optional<PlainRun> plainRun(
        const Tensor& tensor, const Source& own, std::uint64_t first, std::uint64_t most) const override;

private:
    /// A box as runs of elements that are contiguous both in the box and in the tensor.
    struct Box {
        std::uint64_t first = 0; ///< element of the tensor
        std::uint64_t last = 0; ///< element of the tensor
        std::uint64_t run = 0; ///< length of a run, in elements
        std::uint64_t runs = 0;
        std::uint32_t outer = 0; ///< the number of leading dimensions over which the runs are spread
        std::uint32_t chunk = 0;
    };

    /// The tensor element at which run `run` of the box begins.
    std::uint64_t beginOf(const Box& box, std::uint64_t run) const;
    /// The first run that ends after element `first`.
    std::uint64_t runAt(const Box& box, std::uint64_t first) const;
    /// Copies the box's elements in [first, end) and returns their number.
    Result<std::uint64_t> copy(const Box& box, const Source& source, std::uint64_t first, std::uint64_t end,
        std::uint64_t size, std::span<std::byte> target) const;
    template <typename Visitor>
    Result<> visit(const ChunkValues& values, const Source& source, std::uint64_t first, std::uint64_t count,
        std::uint64_t size, Visitor&& visitor) const;

    std::vector<std::uint64_t> m_strides; ///< strides of the tensor, in elements
    ChunkBoxes m_boxes;
    std::vector<ChunkValues> m_chunks;
    std::vector<Box> m_order; ///< sorted by first element
    std::vector<std::uint64_t> m_lasts; ///< the largest Box::last up to each position in m_order
    std::uint64_t m_fileBytes;
};

} // namespace loupe
