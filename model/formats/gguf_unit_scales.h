#pragma once

#include "formats/gguf_types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// Bytes of a block that hold its scales and least values, and what they are where all scales are 1 and all least
/// values 0: then the block's values are its codes.
struct GgufUnitScale {
    std::size_t begin = 0; ///< from the block's first byte
    std::size_t size = 0;
    std::array<std::uint8_t, 2> bytes = {}; ///< by turns

    void write(std::uint8_t* block) const
    {
        for (std::size_t i = 0; i < size; ++i)
            block[begin + i] = bytes[i % bytes.size()];
    }
};

/// None of types that have no rule for their values.
std::span<const GgufUnitScale> ggufUnitScales(const GgufTensorType& type);

} // namespace loupe
