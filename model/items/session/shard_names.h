#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// For each file, the part of its name that differs from the others: "00002" for "model-00002-of-00030.safetensors".
/// Empty for a single file.
std::vector<std::string> shardNames(std::span<const CheckpointFile> files);

/// A tensor whose values are stored in several files, such as one for each process of a training run. Not used for
/// quantized weights, whose parts have their own rows.
struct SpreadTensor {
    std::uint32_t tensor = 0; ///< index into Checkpoint::tensors
    std::uint32_t files = 0; ///< at least 2

    bool operator==(const SpreadTensor&) const = default;
};

/// All such tensors, in order.
std::vector<SpreadTensor> spreadTensors(const Checkpoint& checkpoint);
/// How many files a tensor is stored in, from a list of spreadTensors(); 1 for a tensor that is not in the list.
std::uint32_t filesOf(std::span<const SpreadTensor> list, std::uint32_t tensor);

} // namespace loupe
