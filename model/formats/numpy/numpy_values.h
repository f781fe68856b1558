#pragma once

#include "core/elements.h"
#include "formats/storages/kept_arrays.h"

#include <functional>
#include <memory>

namespace loupe::numpy {

/// How the order of an array's elements differs from ours.
struct NpyOrder {
    bool columnMajor = false; ///< the first index varies fastest; only for two dimensions or more
    bool bigEndian = false;

    bool isPlain() const { return !columnMajor && !bigEndian; }
};

/// Elements of an array in their own order: plainly in the file, or wherever `read` finds them.
class NpyOrderedStorage : public Storage {
public:
    /// Reads the target's size of the array's bytes, from `offset` of them on.
    using Read = std::function<Result<>(const Source& source, std::uint64_t offset, std::span<std::byte> target)>;

    /// In the file.
    explicit NpyOrderedStorage(NpyOrder order)
        : NpyOrderedStorage(order, nullptr, std::make_shared<KeptArrays>())
    {
    }
    /// `kept` belongs to the file.
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
    Read m_read; ///< null: the tensor's bytes are the array's
    std::shared_ptr<KeptArrays> m_kept; ///< whole arrays in column order; not used where the file is mapped and plain
};

/// Copies elements [first, first + count), counted row by row, of an array whose bytes `columns` are in column order.
/// `shape` has no dimension of 0.
void gatherRows(std::span<const std::uint64_t> shape, std::size_t elementSize, std::span<const std::byte> columns,
    std::uint64_t first, std::uint64_t count, std::span<std::byte> target);

} // namespace loupe::numpy
