#include "formats/tensorflow/tf_types.h"

#include <algorithm>
#include <array>

namespace loupe::tensorflow {

namespace {

/// Quantized integers are shown as stored, since their scale is only in the graph.
constexpr std::array<TfType, 27> types{{
    {1, "float32", DType::F32, 4},
    {2, "float64", DType::F64, 8},
    {3, "int32", DType::I32, 4},
    {4, "uint8", DType::U8, 1},
    {5, "int16", DType::I16, 2},
    {6, "int8", DType::I8, 1},
    {7, "string", DType::Opaque, 0, false},
    {8, "complex64", DType::C64, 8},
    {9, "int64", DType::I64, 8},
    {10, "bool", DType::BOOL, 1},
    {11, "qint8", DType::I8, 1},
    {12, "quint8", DType::U8, 1},
    {13, "qint32", DType::I32, 4},
    {14, "bfloat16", DType::BF16, 2},
    {15, "qint16", DType::I16, 2},
    {16, "quint16", DType::U16, 2},
    {17, "uint16", DType::U16, 2},
    {18, "complex128", DType::Opaque, 16},
    {19, "float16", DType::F16, 2},
    {20, "resource", DType::Opaque, 0, false},
    {21, "variant", DType::Opaque, 0, false},
    {22, "uint32", DType::U32, 4},
    {23, "uint64", DType::U64, 8},
    {24, "float8_e5m2", DType::F8_E5M2, 1},
    {25, "float8_e4m3fn", DType::F8_E4M3, 1},
    {29, "int4", DType::Opaque, 0},
    {30, "uint4", DType::Opaque, 0},
}};

} // namespace

const TfType* tfType(std::uint64_t code)
{
    const auto found = std::ranges::find(types, code, &TfType::code);
    return found == types.end() ? nullptr : &*found;
}

} // namespace loupe::tensorflow
