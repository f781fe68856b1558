#pragma once

#include "core/dtype.h"

#include <cstddef>
#include <span>

namespace loupe {

/// Turns the bytes of numbers around; of complex ones, of each part.
void swapBytes(DType dtype, std::span<std::byte> values);

} // namespace loupe
