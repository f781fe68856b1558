#pragma once

#include "core/dtype.h"

#include <cstdint>

namespace loupe {

/// The dtype in which the difference of two values is told: C64 where either is complex; F32 where it holds every
/// value of both; else F64.
DType differenceDType(DType a, DType b);

/// The pattern of b - a in that dtype, rounded to it; infinite where it is beyond its range.
std::uint64_t differencePattern(DType a, std::uint64_t patternA, DType b, std::uint64_t patternB);

} // namespace loupe
