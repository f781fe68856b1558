#pragma once

#include "core/dtype.h"

#include <cstddef>
#include <span>

namespace loupe {

/// True if the dtype has a NaN. NaN represents null where there is no other representation.
bool hasNan(DType dtype);

/// Replaces elements of `values` for which `present` is 0 with the representation of null: NaN, or 0 in dtypes without
/// NaN. `values` has dtype `dtype`; `present` has one byte per element.
void fillNulls(DType dtype, std::span<const std::byte> present, std::span<std::byte> values);

} // namespace loupe
