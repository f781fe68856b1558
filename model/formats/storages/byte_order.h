#pragma once

#include "core/dtype.h"

#include <cstddef>
#include <span>

namespace loupe {

/// Reverses the bytes of each number; for complex numbers, of each part.
void swapBytes(DType dtype, std::span<std::byte> values);

} // namespace loupe
