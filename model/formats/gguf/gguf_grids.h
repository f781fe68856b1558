#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace loupe::gguf {

/// The codebook of an IQ type: an index in a block selects a point, which holds the codes of `Width` elements.
template <std::size_t Width, std::size_t Count>
using GgufGrid = std::array<std::array<std::int8_t, Width>, Count>;

extern const GgufGrid<8, 2048> ggufGridIq1; ///< for IQ1_S and IQ1_M
extern const GgufGrid<8, 256> ggufGridIq2Xxs;
extern const GgufGrid<8, 512> ggufGridIq2Xs;
extern const GgufGrid<8, 1024> ggufGridIq2S;
extern const GgufGrid<4, 256> ggufGridIq3Xxs;
extern const GgufGrid<4, 512> ggufGridIq3S;

} // namespace loupe::gguf
