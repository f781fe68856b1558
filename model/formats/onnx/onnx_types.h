#pragma once

#include "core/dtype.h"

#include <cstdint>
#include <string_view>

namespace loupe::onnx {

/// One of ONNX's element types, TensorProto.DataType.
struct OnnxType {
    std::string_view name; ///< "FLOAT"
    DType dtype = DType::Opaque;
    unsigned bits = 0; ///< of an element; 0 for strings
    std::uint32_t field = 0; ///< the field of TensorProto for values that are not raw bytes
    /// The number of bytes that one number of that field holds: one element, half a complex element, or two 4-bit
    /// elements.
    unsigned unitBytes = 0;
};

inline constexpr std::uint64_t onnxFloat = 1;
inline constexpr std::uint64_t onnxInt64 = 7;
inline constexpr std::uint64_t onnxString = 8;

/// Null for an unknown number.
const OnnxType* onnxType(std::uint64_t code);

// Fields of TensorProto that hold values.
inline constexpr std::uint32_t onnxFloatData = 4;
inline constexpr std::uint32_t onnxInt32Data = 5;
inline constexpr std::uint32_t onnxStringData = 6;
inline constexpr std::uint32_t onnxInt64Data = 7;
inline constexpr std::uint32_t onnxRawData = 9;
inline constexpr std::uint32_t onnxDoubleData = 10;
inline constexpr std::uint32_t onnxUint64Data = 11;

/// The size in bytes of each number in the field; 0 for varints.
constexpr unsigned onnxFixedBytes(std::uint32_t field)
{
    return field == onnxFloatData ? 4 : field == onnxDoubleData ? 8 : 0;
}

} // namespace loupe::onnx
