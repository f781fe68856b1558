#include "formats/numpy/numpy_names.h"

#include "formats/shared/opaque_name.h"

#include <algorithm>
#include <iterator>

namespace loupe::numpy {

namespace {

struct KnownType {
    std::string_view name;
    DType dtype;
    unsigned bytes;
};

/// ml_dtypes stores each of its small types in a byte.
constexpr KnownType namedTypes[] = {
    {"bool", DType::BOOL, 1},
    {"int8", DType::I8, 1},
    {"int16", DType::I16, 2},
    {"int32", DType::I32, 4},
    {"int64", DType::I64, 8},
    {"uint8", DType::U8, 1},
    {"uint16", DType::U16, 2},
    {"uint32", DType::U32, 4},
    {"uint64", DType::U64, 8},
    {"float16", DType::F16, 2},
    {"bfloat16", DType::BF16, 2},
    {"float32", DType::F32, 4},
    {"float64", DType::F64, 8},
    {"complex64", DType::C64, 8},
    {"complex128", DType::Opaque, 16},
    {"float128", DType::Opaque, 16},
    {"float8_e4m3fn", DType::F8_E4M3, 1},
    {"float8_e5m2", DType::F8_E5M2, 1},
    {"float8_e4m3fnuz", DType::F8_E4M3FNUZ, 1},
    {"float8_e5m2fnuz", DType::F8_E5M2FNUZ, 1},
    {"float8_e8m0fnu", DType::F8_E8M0, 1},
    {"float8_e4m3b11fnuz", DType::Opaque, 1},
    {"float8_e4m3", DType::Opaque, 1},
    {"float8_e3m4", DType::Opaque, 1},
    {"float4_e2m1fn", DType::Opaque, 1},
    {"int2", DType::Opaque, 1},
    {"uint2", DType::Opaque, 1},
    {"int4", DType::Opaque, 1},
    {"uint4", DType::Opaque, 1},
};

} // namespace

std::optional<NpyType> npyTypeNamed(std::string_view name)
{
    const auto known = std::find_if(
        std::begin(namedTypes), std::end(namedTypes), [&](const KnownType& type) { return type.name == name; });
    if (known == std::end(namedTypes)) {
        auto type = npyType(name == "object" ? "O" : name);
        return type ? std::optional(std::move(*type)) : std::nullopt;
    }
    NpyType type;
    type.dtype = known->dtype;
    type.size = known->bytes;
    if (known->dtype == DType::Opaque)
        type.name = opaqueName(name);
    return type;
}

} // namespace loupe::numpy
