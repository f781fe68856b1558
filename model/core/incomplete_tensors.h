#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A tensor that is not whole: its files have fewer bytes of it than it needs.
struct IncompleteTensor {
    std::uint32_t tensor = 0; ///< index into Checkpoint::tensors
    std::uint64_t bytes = 0; ///< that it should have, in the file: all pieces
    std::uint64_t missing = 0; ///< of these; at least 1

    bool operator==(const IncompleteTensor&) const = default;
};

/// All of them, in the order of the tensors. Goes by places and sizes, no value is read: what lies packed may turn out
/// to be damaged when it is unpacked. Linear in tensors and parts of files. May throw std::bad_alloc.
std::vector<IncompleteTensor> incompleteTensors(const Checkpoint& checkpoint);

/// Searches a list of incompleteTensors(); null if the tensor is whole.
const IncompleteTensor* findIncomplete(std::span<const IncompleteTensor> list, std::uint32_t tensor);

/// Why a tensor that should have values has no place in a file, as a finding says it: "it has 24 elements, of which its
/// chunks have at most 12". Nothing if it has a place, or where no finding says it.
std::optional<std::string> whyWithoutPlace(const Checkpoint& checkpoint, std::uint32_t tensor);

/// "300 of 1,024 bytes missing", "missing entirely (256 bytes)".
std::string missingText(std::uint64_t missing, std::uint64_t bytes);
std::string missingText(const IncompleteTensor& tensor);
/// Or "without values: ", and why.
std::string missingText(const Checkpoint& checkpoint, const IncompleteTensor& tensor);

} // namespace loupe
