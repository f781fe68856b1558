#pragma once

#include "core/elements.h"
#include "core/result.h"

#include <cstdint>
#include <span>

namespace loupe {

/// Elements of a tensor of floats, from `first` on, as doubles. Fails as Elements do.
Result<> readWide(const Elements& elements, std::uint64_t first, std::span<double> target, Buffer& scratch);

} // namespace loupe
