#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// For each file, the words of its name that differ from those of the others: "00002" of
/// "model-00002-of-00030.safetensors". Nothing of a single file.
std::vector<std::string> shardNames(std::span<const CheckpointFile> files);

/// A tensor whose values lie in several files, such as one for each process of a training run. Not a quantized weight,
/// whose parts have rows of their own.
struct SpreadTensor {
    std::uint32_t tensor = 0; ///< index into Checkpoint::tensors
    std::uint32_t files = 0; ///< at least 2

    bool operator==(const SpreadTensor&) const = default;
};

/// All of them, in the order of the tensors.
std::vector<SpreadTensor> spreadTensors(const Checkpoint& checkpoint);
/// Searches a list of spreadTensors(); 1 for a tensor that it does not have.
std::uint32_t filesOf(std::span<const SpreadTensor> list, std::uint32_t tensor);

} // namespace loupe
