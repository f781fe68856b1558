#include "formats/onnx/onnx_types.h"

#include <array>

namespace loupe::onnx {

namespace {

constexpr std::array<OnnxType, 24> types{{
    {"FLOAT", DType::F32, 32, onnxFloatData, 4},
    {"UINT8", DType::U8, 8, onnxInt32Data, 1},
    {"INT8", DType::I8, 8, onnxInt32Data, 1},
    {"UINT16", DType::U16, 16, onnxInt32Data, 2},
    {"INT16", DType::I16, 16, onnxInt32Data, 2},
    {"INT32", DType::I32, 32, onnxInt32Data, 4},
    {"INT64", DType::I64, 64, onnxInt64Data, 8},
    {"STRING", DType::Opaque, 0, onnxStringData, 0},
    {"BOOL", DType::BOOL, 8, onnxInt32Data, 1},
    {"FLOAT16", DType::F16, 16, onnxInt32Data, 2},
    {"DOUBLE", DType::F64, 64, onnxDoubleData, 8},
    {"UINT32", DType::U32, 32, onnxUint64Data, 4},
    {"UINT64", DType::U64, 64, onnxUint64Data, 8},
    {"COMPLEX64", DType::C64, 64, onnxFloatData, 4},
    {"COMPLEX128", DType::Opaque, 128, onnxDoubleData, 8},
    {"BFLOAT16", DType::BF16, 16, onnxInt32Data, 2},
    {"FLOAT8E4M3FN", DType::F8_E4M3, 8, onnxInt32Data, 1},
    {"FLOAT8E4M3FNUZ", DType::F8_E4M3FNUZ, 8, onnxInt32Data, 1},
    {"FLOAT8E5M2", DType::F8_E5M2, 8, onnxInt32Data, 1},
    {"FLOAT8E5M2FNUZ", DType::F8_E5M2FNUZ, 8, onnxInt32Data, 1},
    {"UINT4", DType::Opaque, 4, onnxInt32Data, 1},
    {"INT4", DType::Opaque, 4, onnxInt32Data, 1},
    {"FLOAT4E2M1", DType::F4, 4, onnxInt32Data, 1},
    {"FLOAT8E8M0", DType::F8_E8M0, 8, onnxInt32Data, 1},
}};

} // namespace

const OnnxType* onnxType(std::uint64_t code)
{
    return code >= 1 && code <= types.size() ? &types[code - 1] : nullptr;
}

} // namespace loupe::onnx
