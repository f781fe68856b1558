#pragma once

#include "analysis/kernels/block_figures.h"

#include <cstddef>
#include <cstdint>

namespace loupe {

/// The figures of `count` integers, of any alignment. `pivot` is one of them or between them. Distances are computed
/// between integers, so that a small spread far from 0 keeps its precision. 64-bit distances that do not fit their type
/// (2^63 or more) are computed between doubles, which are precise enough at that size.
BlockFigures<std::int32_t> integerMoments(const std::int32_t* numbers, std::size_t count, std::int32_t pivot);
BlockFigures<std::uint32_t> integerMoments(const std::uint32_t* numbers, std::size_t count, std::uint32_t pivot);
BlockFigures<std::int64_t> integerMoments(const std::int64_t* numbers, std::size_t count, std::int64_t pivot);
BlockFigures<std::uint64_t> integerMoments(const std::uint64_t* numbers, std::size_t count, std::uint64_t pivot);

} // namespace loupe
