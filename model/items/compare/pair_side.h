#pragma once

#include <array>
#include <cstdint>

namespace loupe {

/// What there is to show of a pair of tensors: either of them, or the tensor of all b - a.
enum class PairSide : std::uint8_t { A, B, Difference };
constexpr std::array<PairSide, 3> pairSides{PairSide::A, PairSide::B, PairSide::Difference};

} // namespace loupe
