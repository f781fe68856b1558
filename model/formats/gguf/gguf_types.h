#pragma once

#include "core/dtype.h"
#include "formats/gguf/gguf_blocks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe::gguf {

/// The bytes of a block that hold scales and minimums, and the contents that set all scales to 1 and all minimums to 0.
/// With these contents, the block's values are its codes.
struct GgufUnitScale {
    std::size_t begin = 0; ///< from the block's first byte
    std::size_t size = 0; ///< bytes
    std::array<std::uint8_t, 2> bytes = {}; ///< alternating
    std::size_t step = 1; ///< distance from one byte to the next
    std::uint8_t kept = 0; ///< mask of the bits that are not part of a scale

    /// One past the last of these bytes, from the block's first byte.
    constexpr std::size_t end() const { return size == 0 ? 0 : begin + (size - 1) * step + 1; }

    void write(std::uint8_t* block) const
    {
        for (std::size_t i = 0; i < size; ++i) {
            std::uint8_t& byte = block[begin + i * step];
            byte = static_cast<std::uint8_t>((byte & kept) | bytes[i % bytes.size()]);
        }
    }
};

/// A tensor type of ggml: blocks of `blockElements` elements in `blockBytes` bytes.
struct GgufTensorType {
    std::uint32_t code = 0;
    std::string_view name; ///< as ggml writes it, in capitals
    std::uint32_t blockElements = 0; ///< 0 for types that ggml has removed
    std::uint32_t blockBytes = 0;
    DType dtype = DType::Opaque; ///< of the values; Opaque if no file uses the type
    GgufDequantizer dequantize = nullptr; ///< null if the bytes are plain values, or if no file uses the type
    std::array<GgufUnitScale, 5> unitScales = {}; ///< for types with a dequantizer; unused ones write nothing

    /// The size in bytes of `elements` elements in whole blocks; nothing if it does not fit in 64 bits.
    std::optional<std::uint64_t> bytes(std::uint64_t elements) const;
};

inline constexpr std::size_t ggufMostBlockElements = 256; ///< for types with a dequantizer
inline constexpr std::size_t ggufMostBlockBytes = 256; ///< likewise
inline constexpr std::uint32_t ggufTypeCount = 43; ///< all codes are below this

/// Null if ggml never had the code.
const GgufTensorType* ggufTensorType(std::uint32_t code);

} // namespace loupe::gguf
