#pragma once

#include "core/dtype.h"
#include "formats/gguf/gguf_blocks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe::gguf {

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

/// A type of tensors in ggml: blocks of so many elements in so many bytes.
struct GgufTensorType {
    std::uint32_t code = 0;
    std::string_view name; ///< as ggml writes it, in capitals
    std::uint32_t blockElements = 0; ///< 0 of types that ggml has given up
    std::uint32_t blockBytes = 0;
    DType dtype = DType::Opaque; ///< of the values; Opaque where they cannot be told
    GgufDequantizer dequantize = nullptr; ///< null where the bytes are the values, or cannot be told
    std::array<GgufUnitScale, 5> unitScales = {}; ///< of those with a dequantizer; the unused ones write nothing

    /// Bytes of so many elements, of which each row is whole blocks; nothing where they do not fit in 64 bits.
    std::optional<std::uint64_t> bytes(std::uint64_t elements) const;
};

inline constexpr std::size_t ggufMostBlockElements = 256; ///< of types with a dequantizer
inline constexpr std::size_t ggufMostBlockBytes = 256; ///< likewise
inline constexpr std::uint32_t ggufTypeCount = 43; ///< codes are below

/// Null where ggml has never had the code.
const GgufTensorType* ggufTensorType(std::uint32_t code);

} // namespace loupe::gguf
