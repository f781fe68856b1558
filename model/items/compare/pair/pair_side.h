#pragma once

#include <array>
#include <cstdint>

namespace loupe {

/// The parts of a pair that can be shown: either tensor, or the difference b - a.
enum class PairSide : std::uint8_t { A, B, Difference };
constexpr std::array<PairSide, 3> pairSides{PairSide::A, PairSide::B, PairSide::Difference};

} // namespace loupe
