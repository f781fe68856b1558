#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// A quantized weight that is shown as its codes.
struct CodedWeight {
    std::uint32_t tensor = 0; ///< index in the checkpoint
    std::optional<std::uint64_t> elements; ///< that the codes represent; nothing if shapes do not determine it
};

/// Sorted by tensor.
std::vector<CodedWeight> codedWeights(const Checkpoint& checkpoint);

/// True if the tensor is a quantized weight that is shown as its codes, which may be packed: its shape is that of the
/// codes.
bool isCoded(const Checkpoint& checkpoint, std::uint32_t tensor);

/// True if such a weight has a row of codes for each of its own rows, as its scales show: only its columns are packed.
/// Precondition: isCoded().
bool hasOwnRows(const Checkpoint& checkpoint, std::uint32_t tensor);

/// The number of coded weights whose number of elements is unknown.
std::uint64_t unknownWeights(const Checkpoint& checkpoint);

} // namespace loupe
