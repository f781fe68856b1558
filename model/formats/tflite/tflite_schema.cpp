#include "formats/tflite/tflite_schema.h"

#include <array>

namespace loupe::tflite {

namespace {

constexpr std::array<TfliteType, 23> types{{
    {"FLOAT32", "", DType::F32, 32},
    {"FLOAT16", "", DType::F16, 16},
    {"INT32", "INT32 per axis", DType::I32, 32},
    {"UINT8", "UINT8 per axis", DType::U8, 8},
    {"INT64", "INT64 per axis", DType::I64, 64},
    {"STRING", "", DType::Opaque, 0},
    {"BOOL", "", DType::BOOL, 8},
    {"INT16", "INT16 per axis", DType::I16, 16},
    {"COMPLEX64", "", DType::C64, 64},
    {"INT8", "INT8 per axis", DType::I8, 8},
    {"FLOAT64", "", DType::F64, 64},
    {"COMPLEX128", "", DType::Opaque, 128},
    {"UINT64", "", DType::U64, 64},
    {"RESOURCE", "", DType::Opaque, 0},
    {"VARIANT", "", DType::Opaque, 0},
    {"UINT32", "", DType::U32, 32},
    {"UINT16", "UINT16 per axis", DType::U16, 16},
    {"INT4", "INT4 per axis", DType::I8, 4, true},
    {"BFLOAT16", "", DType::BF16, 16},
    {"INT2", "INT2 per axis", DType::I8, 2, true},
    {"UINT4", "UINT4 per axis", DType::U8, 4},
    {"FLOAT8_E4M3FN", "", DType::F8_E4M3, 8},
    {"FLOAT8_E5M2", "", DType::F8_E5M2, 8},
}};

} // namespace

const TfliteType* tfliteType(std::uint8_t code)
{
    return code < types.size() ? &types[code] : nullptr;
}

} // namespace loupe::tflite
