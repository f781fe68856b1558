#pragma once

#include "core/dtype.h"

#include <cstddef>
#include <span>

namespace loupe {

/// Reverses the bytes of each number, or of both parts of each complex number.
void swapBytes(DType dtype, std::span<std::byte> values);

} // namespace loupe
