#pragma once

#include "core/dtype.h"

#include <cstddef>
#include <span>

namespace loupe {

/// Whether the dtype has a NaN, which stands for null if there is no other way to say it.
bool hasNan(DType dtype);

/// Puts into `values`, elements of `dtype`, what stands in the place of a null wherever `present` is 0: NaN, or 0 in
/// dtypes without one. `present` has a byte for each element.
void fillNulls(DType dtype, std::span<const std::byte> present, std::span<std::byte> values);

} // namespace loupe
