#pragma once

#include "core/checkpoint.h"
#include "core/quantized_groups.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace loupe {

/// The parts of a quantized weight that we cannot decode. Nothing is known about its values, so two such weights are
/// the same only if all of their parts are. Null for any other tensor.
const QuantizedGroups::Group* undecodedGroup(const Checkpoint& checkpoint, std::uint32_t tensor);

/// A part of such a weight other than its codes: scales, zero points, codebooks, shapes.
struct UndecodedPart {
    std::string_view name; ///< the last component of its name, which renaming the weight does not change
    std::uint32_t tensor = 0; ///< index in QuantizedGroups::stored
};

/// The parts sorted by name, independent of file order; none for a tensor without undecodedGroup().
std::vector<UndecodedPart> undecodedParts(const Checkpoint& checkpoint, std::uint32_t tensor);

/// The most severe finding from opening the checkpoint about a quantized weight that cannot be decoded; it explains
/// why. Null if there is none, and for other tensors.
const Finding* whyUndecoded(const Checkpoint& checkpoint, std::uint32_t tensor);

} // namespace loupe
