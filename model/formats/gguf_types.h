#pragma once

#include "core/dtype.h"
#include "formats/gguf_blocks.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

/// A type of tensors in ggml: blocks of so many elements in so many bytes.
struct GgufTensorType {
    std::uint32_t code = 0;
    std::string_view name; ///< as ggml writes it, in capitals
    std::uint32_t blockElements = 0; ///< 0 of types that ggml has given up
    std::uint32_t blockBytes = 0;
    DType dtype = DType::Opaque; ///< of the values; Opaque where they cannot be told
    GgufDequantizer dequantize = nullptr; ///< null where the bytes are the values, or cannot be told

    /// Bytes of so many elements, of which each row is whole blocks; nothing where they do not fit in 64 bits.
    std::optional<std::uint64_t> bytes(std::uint64_t elements) const;
};

inline constexpr std::uint32_t ggufTypeCount = 43; ///< codes are below

/// Null where ggml has never had the code.
const GgufTensorType* ggufTensorType(std::uint32_t code);

} // namespace loupe
