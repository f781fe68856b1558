#pragma once

#include "core/checkpoint.h"
#include "core/quantized_groups.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>
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

/// Whether two weights with undecodedGroup() have the same parts but for their codes: names, dtypes, shapes and bytes.
/// Reports no progress. Fails as areIdentical() and openWhole().
Result<bool> haveSameParts(
    const Checkpoint& a, std::uint32_t tensorA, const Checkpoint& b, std::uint32_t tensorB, const Work& work);

} // namespace loupe
