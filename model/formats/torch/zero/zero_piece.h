#pragma once

#include "core/byte_range.h"

#include <cstdint>

namespace loupe::torch {

/// A stretch of a tensor's bytes. `file` counts as Tensor::file.
struct ZeroPiece {
    std::uint32_t file = 0;
    ByteRange range;
};

} // namespace loupe::torch
