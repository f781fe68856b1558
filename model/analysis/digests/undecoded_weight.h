#pragma once

#include "core/checkpoint.h"
#include "core/quantized_groups.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace loupe {

/// What a weight is made of that is quantized and not decoded: nothing is known of its values, so two such weights are
/// the same only if all of their parts are. Null for any other tensor.
const QuantizedGroups::Group* undecodedGroup(const Checkpoint& checkpoint, std::uint32_t tensor);

/// A part of such a weight that is not its codes: scales, zero points, codebooks, shapes.
struct UndecodedPart {
    std::string_view name; ///< the last component of its name: what a renamed weight keeps
    std::uint32_t tensor = 0; ///< of QuantizedGroups::stored
};

/// By name, whatever their order in the file; none for a tensor without undecodedGroup().
std::vector<UndecodedPart> undecodedParts(const Checkpoint& checkpoint, std::uint32_t tensor);

/// What opening has found about a quantized weight and keeps it from being decoded: an error, or else anything that was
/// found. Null if that is nothing, and for other tensors.
const Finding* whyUndecoded(const Checkpoint& checkpoint, std::uint32_t tensor);

} // namespace loupe
