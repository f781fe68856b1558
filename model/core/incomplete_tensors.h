#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A tensor whose files contain fewer bytes of it than it needs.
struct IncompleteTensor {
    std::uint32_t tensor = 0; ///< index into Checkpoint::tensors
    std::uint64_t bytes = 0; ///< that it should have in the file, in all pieces
    std::uint64_t missing = 0; ///< how many of `bytes` are missing; at least 1

    bool operator==(const IncompleteTensor&) const = default;
};

/// All incomplete tensors of the checkpoint, in tensor order. Compares offsets and sizes only and reads no values, so
/// packed data may still turn out to be damaged when it is unpacked. Takes linear time in the number of tensors and
/// file parts. May throw std::bad_alloc.
std::vector<IncompleteTensor> incompleteTensors(const Checkpoint& checkpoint);

/// Searches a list from incompleteTensors(); null if the tensor is complete.
const IncompleteTensor* findIncomplete(std::span<const IncompleteTensor> list, std::uint32_t tensor);

/// Why a tensor that should have values is not stored in a file, in the words of a finding: "it has 24 elements, of
/// which its chunks have at most 12". Nothing if it is stored, or if no finding explains it.
std::optional<std::string> whyWithoutPlace(const Checkpoint& checkpoint, std::uint32_t tensor);

/// "300 of 1,024 bytes missing", "missing entirely (256 bytes)".
std::string missingText(std::uint64_t missing, std::uint64_t bytes);
std::string missingText(const IncompleteTensor& tensor);
/// As above, or "without values: " and the reason.
std::string missingText(const Checkpoint& checkpoint, const IncompleteTensor& tensor);

} // namespace loupe
