#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// A quantized weight that is shown as its codes.
struct CodedWeight {
    std::uint32_t tensor = 0; ///< of the checkpoint
    std::optional<std::uint64_t> elements; ///< that the codes stand for; nothing where no shapes tell
};

/// By tensor, ascending.
std::vector<CodedWeight> codedWeights(const Checkpoint& checkpoint);

/// How many of them nothing tells the elements of.
std::uint64_t unknownWeights(const Checkpoint& checkpoint);

} // namespace loupe
