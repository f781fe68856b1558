#pragma once

#include "core/elements.h"
#include "formats/storages/plain_runs.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Boxes within a tensor, all with as many dimensions as it has. Flat: there may be a million of them.
class ChunkBoxes {
public:
    explicit ChunkBoxes(std::size_t dimensions)
        : m_dimensions(dimensions)
    {
    }

    /// Both have one number for each dimension. May throw std::bad_alloc.
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
    std::vector<std::uint64_t> m_numbers; ///< of each box its begins, then its sizes
};

/// How boxes fill a tensor.
struct ChunkCover {
    std::optional<std::size_t> outside; ///< the first box that leaves the tensor
    bool overlaps = false; ///< two boxes inside of the tensor have elements in common
    std::uint64_t elements = 0; ///< of all boxes inside of the tensor, before overlaps are taken off
    /// There are so many boxes in so irregular places that overlaps were not looked for to the end.
    bool isUnknown = false;

    bool isExact(std::uint64_t total) const { return !outside && !overlaps && !isUnknown && elements == total; }
};

/// `shape` is one whose number of elements fits in 64 bits. Time: n log n for grids, even or not; for other boxes at
/// most 1,000 comparisons for each, after which isUnknown is set. May throw std::bad_alloc.
ChunkCover coverOf(std::span<const std::uint64_t> shape, const ChunkBoxes& boxes);

/// What gives the elements of a box that do not lie plainly.
struct ChunkDecoder {
    Tensor tensor; ///< the box as a tensor, with its storage
    std::shared_ptr<const void> owner; ///< keeps what the tensor refers to
};

/// Where the elements of one box lie, row by row.
struct ChunkValues {
    std::shared_ptr<const Source> source = nullptr; ///< null: the file of Tensor::bytes
    std::uint64_t begin = 0; ///< of its first element, where they lie plainly
    std::shared_ptr<const ChunkDecoder> decoder = nullptr; ///< null if they lie plainly, as nearly all do
};

/// Elements of a tensor that is put together from boxes, in any order and in any files.
class ChunkedStorage : public Storage, public PlainRuns {
public:
    /// The boxes cover `shape` exactly (ChunkCover::isExact()), `chunks` has one entry for each. The dtype has whole
    /// bytes. `fileBytes`: of all chunks. May throw std::bad_alloc.
    ChunkedStorage(std::vector<std::uint64_t> shape, const ChunkBoxes& boxes, std::vector<ChunkValues> chunks,
        std::uint64_t fileBytes);
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::uint64_t fileBytes(const Tensor&) const override { return m_fileBytes; }
    std::optional<PlainRun> plainRun(
        const Tensor& tensor, const Source& own, std::uint64_t first, std::uint64_t most) const override;

private:
    /// A box as runs of elements that follow one another both in it and in the tensor.
    struct Box {
        std::uint64_t first = 0; ///< element of the tensor
        std::uint64_t last = 0; ///< element of the tensor
        std::uint64_t run = 0; ///< elements of a run
        std::uint64_t runs = 0;
        std::uint32_t outer = 0; ///< dimensions over which the runs go, the first ones
        std::uint32_t chunk = 0;
    };

    /// Element of the tensor with which run `run` of the box begins.
    std::uint64_t beginOf(const Box& box, std::uint64_t run) const;
    /// The first run that ends behind element `first`.
    std::uint64_t runAt(const Box& box, std::uint64_t first) const;
    /// Copies what the box has of [first, end) and returns how many elements that were.
    Result<std::uint64_t> copy(const Box& box, const Source& source, std::uint64_t first, std::uint64_t end,
        std::uint64_t size, std::span<std::byte> target) const;
    template <typename Visitor>
    Result<> visit(const ChunkValues& values, const Source& source, std::uint64_t first, std::uint64_t count,
        std::uint64_t size, Visitor&& visitor) const;

    std::vector<std::uint64_t> m_strides; ///< of the tensor, in elements
    ChunkBoxes m_boxes;
    std::vector<ChunkValues> m_chunks;
    std::vector<Box> m_order; ///< by their first elements
    std::vector<std::uint64_t> m_lasts; ///< the largest Box::last up to each
    std::uint64_t m_fileBytes;
};

} // namespace loupe
