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

std::vector<CodedWeight> codedWeights(const Checkpoint& checkpoint);

} // namespace loupe
