#pragma once

#include "core/elements.h"
#include "formats/storages/kept_arrays.h"

#include <functional>
#include <memory>

namespace loupe::numpy {

/// How the order of an array's elements differs from ours.
struct NpyOrder {
    bool columnMajor = false; ///< the first index varies fastest; set only for two or more dimensions
    bool bigEndian = false;

    bool isPlain() const { return !columnMajor && !bigEndian; }
};

/// Elements of an array that are stored in its own order, either plainly in the file, or as bytes that `read` provides.
class NpyOrderedStorage : public Storage {
public:
    /// Fills `target` with the array's bytes from `offset` on, which counts from the array's first byte.
    using Read = std::function<Result<>(const Source& source, std::uint64_t offset, std::span<std::byte> target)>;

    /// For elements that are stored plainly in the file.
    explicit NpyOrderedStorage(NpyOrder order)
        : NpyOrderedStorage(order, nullptr, std::make_shared<KeptArrays>())
    {
    }
    /// `kept` is the cache of the file.
    NpyOrderedStorage(NpyOrder order, Read read, std::shared_ptr<KeptArrays> kept)
        : m_order(order)
        , m_read(std::move(read))
        , m_kept(std::move(kept))
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    NpyOrder m_order;
    Read m_read; ///< null if the tensor's bytes are the array's
    std::shared_ptr<KeptArrays> m_kept; ///< whole arrays in column order; unused if the file is mapped and plain
};

/// Copies elements [first, first + count), counted row by row, of an array whose bytes `columns` are in column order.
/// `shape` has no dimension of 0.
void gatherRows(std::span<const std::uint64_t> shape, std::size_t elementSize, std::span<const std::byte> columns,
    std::uint64_t first, std::uint64_t count, std::span<std::byte> target);

} // namespace loupe::numpy
