#pragma once

#include "core/elements.h"
#include "formats/storages/kept_arrays.h"

namespace loupe::numpy {

/// How the order of an array's elements differs from ours.
struct NpyOrder {
    bool columnMajor = false; ///< the first index varies fastest; only for two dimensions or more
    bool bigEndian = false;

    bool isPlain() const { return !columnMajor && !bigEndian; }
};

/// Elements of an array that lie plainly in the file except for their order.
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
    mutable KeptArrays m_kept; ///< used where the file is not mapped
};

/// Copies elements [first, first + count), counted row by row, of an array whose bytes `columns` are in column order.
/// `shape` has no dimension of 0.
void gatherRows(std::span<const std::uint64_t> shape, std::size_t elementSize, std::span<const std::byte> columns,
    std::uint64_t first, std::uint64_t count, std::span<std::byte> target);

} // namespace loupe::numpy
