#pragma once

#include "core/elements.h"
#include "core/work.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Elements of a pair of tensors that are null on one side only.
struct NullDifference {
    std::uint64_t onlyA = 0;
    std::uint64_t onlyB = 0;
    std::optional<std::uint64_t> first = {}; ///< index of the first such element; nothing if there is none
};

/// Precondition: both tensors have the same number of elements. Fails with Stopped and as NullMask::read() does.
Result<NullDifference> compareNulls(const Elements& a, const Elements& b, const Work& work);

} // namespace loupe
