#pragma once

#include "core/checkpoint.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Tensors of one role: the same dtype and shape, and the same name but for numbers of blocks.
struct TensorFamily {
    std::uint32_t first = 0; ///< of them
    std::uint32_t count = 0;
    std::uint64_t bytes = 0; ///< of the files, of all of them
    std::uint64_t each = 0; ///< of the largest one
    std::string name; ///< "layers.{3…60}.mlp.up_proj.weight"; that of the tensor where it is alone
};

/// What takes the most room, largest first. Each tensor is in one family, perhaps alone.
struct LargestTensors {
    std::vector<TensorFamily> bySize; ///< of each tensor
    std::vector<TensorFamily> byTotal; ///< of all tensors of a family
};

/// The `most` families of either order. `tensors` ascend. For a job.
LargestTensors findLargestTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t most);

} // namespace loupe
