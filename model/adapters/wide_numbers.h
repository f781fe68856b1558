#pragma once

#include "core/elements.h"
#include "core/result.h"

#include <cstdint>
#include <span>

namespace loupe {

/// Reads elements of a floating-point tensor as doubles, starting at `first`. Fails as Elements do.
Result<> readWide(const Elements& elements, std::uint64_t first, std::span<double> target, Buffer& scratch);

} // namespace loupe
