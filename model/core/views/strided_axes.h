#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// One dimension of a view; the stride counts elements.
struct StridedAxis {
    std::uint64_t size = 1;
    std::uint64_t stride = 0;

    bool operator==(const StridedAxis&) const = default;
};

/// Merges `shape` and `strides` into the fewest axes that give the same elements in the same order: none for a scalar,
/// one with stride 1 for a contiguous view. No axis has size 1. Empty if a dimension is 0.
std::vector<StridedAxis> mergeAxes(std::span<const std::uint64_t> shape, std::span<const std::uint64_t> strides);
/// The distance in elements from the first to one past the last element of a view, including skipped ones. 0 if a
/// dimension is 0; nothing if it does not fit in 64 bits.
std::optional<std::uint64_t> stridedExtent(
    std::span<const std::uint64_t> shape, std::span<const std::uint64_t> strides);

/// Copies elements [first, first + count) of a view, in the view's order, to `target`. `from` is the view's first
/// element. Precondition: the view has axes, and its elements have 1, 2, 4 or 8 bytes.
void gather(std::span<const StridedAxis> axes, const std::byte* from, std::uint64_t first, std::uint64_t count,
    std::size_t elementSize, std::byte* target);

} // namespace loupe
