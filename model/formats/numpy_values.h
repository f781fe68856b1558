#pragma once

#include "core/elements.h"

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace loupe {

/// How an array's elements lie where they do not lie as ours do.
struct NpyOrder {
    bool columnMajor = false; ///< the first index varies fastest; only of two dimensions or more
    bool bigEndian = false;

    bool isPlain() const { return !columnMajor && !bigEndian; }
};

/// The bytes of whole arrays of one file, for those who need all of them for any part: elements of one row of an array
/// in Fortran order lie all over it. Keeps those that were used last, of at most `most` bytes together, which is what
/// bounds the memory; larger ones are refused. Used from many threads.
class KeptArrays {
public:
    static constexpr std::uint64_t most = std::uint64_t{256} << 20;
    using Fill = std::function<Result<>(std::span<std::byte>)>;

    /// The bytes of the array at `range`, which `fill` reads where they are not kept. Fails with TooLarge, OutOfMemory,
    /// or as `fill` does.
    Result<std::shared_ptr<const Buffer>> get(
        const Source& source, ByteRange range, std::uint64_t size, const Fill& fill);

private:
    std::mutex m_mutex;
    std::list<std::pair<ByteRange, std::shared_ptr<const Buffer>>> m_arrays; ///< the one used last first
    std::uint64_t m_bytes = 0; ///< of all
};

/// Elements of an array that lie plainly in the file but for their order.
class NpyOrderedStorage : public Storage {
public:
    explicit NpyOrderedStorage(NpyOrder order)
        : m_order(order)
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    NpyOrder m_order;
    mutable KeptArrays m_kept; ///< where the file is not mapped
};

/// Copies elements [first, first + count), counted row by row, of an array that `columns` holds column by column.
/// `shape` has no dimension of 0.
void gatherRows(std::span<const std::uint64_t> shape, std::size_t elementSize, std::span<const std::byte> columns,
    std::uint64_t first, std::uint64_t count, std::span<std::byte> target);

/// Turns the bytes of numbers around; of complex ones, of each part.
void swapBytes(DType dtype, std::span<std::byte> values);

} // namespace loupe
