#pragma once

#include "core/checkpoint.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Tensors of one role: the same dtype and shape, and the same name except for block numbers.
struct TensorFamily {
    std::uint32_t first = 0; ///< the first tensor
    std::uint32_t count = 0;
    std::uint64_t bytes = 0; ///< in the files, of all tensors
    std::uint64_t each = 0; ///< of the largest one
    std::string name; ///< "layers.{3…60}.mlp.up_proj.weight"; if there is only one tensor, its name
};

/// The families that take the most space, largest first. Each tensor is in exactly one family, possibly alone.
struct LargestTensors {
    std::vector<TensorFamily> bySize; ///< by the size of each tensor
    std::vector<TensorFamily> byTotal; ///< by the total of a family
};

/// Returns at most `most` families in each order. `tensors`: ascending. Run it in a job.
LargestTensors findLargestTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t most);

} // namespace loupe
