#include "core/dtype.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace loupe {

namespace {

using Kind = DTypeKind;
using Specials = FloatSpecials;

constexpr FloatLayout binary16{5, 10, 15, Specials::Ieee};
constexpr FloatLayout binary32{8, 23, 127, Specials::Ieee};
constexpr FloatLayout binary64{11, 52, 1023, Specials::Ieee};

// Layouts: IEEE 754; OCP Microscaling Formats (MX) 1.0 for F4, F6 and E8M0; OCP 8-bit Floating Point 1.0 for E5M2 and
// E4M3; the FNUZ variants as in LLVM's APFloat.
constexpr std::array<DTypeInfo, dtypeCount> table{{
    {DType::BOOL, "BOOL", 8, Kind::Boolean, {}, "boolean, one byte"},
    {DType::F4, "F4", 4, Kind::Float, {2, 1, 1, Specials::None}, "4-bit float E2M1 (OCP MX), two in a byte"},
    {DType::F6_E2M3, "F6_E2M3", 6, Kind::Float, {2, 3, 1, Specials::None}, "6-bit float E2M3 (OCP MX)"},
    {DType::F6_E3M2, "F6_E3M2", 6, Kind::Float, {3, 2, 3, Specials::None}, "6-bit float E3M2 (OCP MX)"},
    {DType::U8, "U8", 8, Kind::Unsigned, {}, "unsigned 8-bit integer"},
    {DType::I8, "I8", 8, Kind::Signed, {}, "signed 8-bit integer"},
    {DType::F8_E5M2, "F8_E5M2", 8, Kind::Float, {5, 2, 15, Specials::Ieee}, "8-bit float E5M2"},
    {DType::F8_E4M3, "F8_E4M3", 8, Kind::Float, {4, 3, 7, Specials::NanOnly}, "8-bit float E4M3 without infinities"},
    {DType::F8_E8M0, "F8_E8M0", 8, Kind::Float, {8, 0, 127, Specials::PowerOfTwo}, "8-bit power of two (OCP MX scale)"},
    {DType::F8_E4M3FNUZ, "F8_E4M3FNUZ", 8, Kind::Float, {4, 3, 8, Specials::Fnuz}, "8-bit float E4M3, one NaN, no -0"},
    {DType::F8_E5M2FNUZ, "F8_E5M2FNUZ", 8, Kind::Float, {5, 2, 16, Specials::Fnuz}, "8-bit float E5M2, one NaN, no -0"},
    {DType::I16, "I16", 16, Kind::Signed, {}, "signed 16-bit integer"},
    {DType::U16, "U16", 16, Kind::Unsigned, {}, "unsigned 16-bit integer"},
    {DType::F16, "F16", 16, Kind::Float, binary16, "IEEE half precision"},
    {DType::BF16, "BF16", 16, Kind::Float, {8, 7, 127, Specials::Ieee}, "bfloat16"},
    {DType::I32, "I32", 32, Kind::Signed, {}, "signed 32-bit integer"},
    {DType::U32, "U32", 32, Kind::Unsigned, {}, "unsigned 32-bit integer"},
    {DType::F32, "F32", 32, Kind::Float, binary32, "IEEE single precision"},
    {DType::C64, "C64", 64, Kind::Complex, binary32, "complex of two F32"},
    {DType::F64, "F64", 64, Kind::Float, binary64, "IEEE double precision"},
    {DType::I64, "I64", 64, Kind::Signed, {}, "signed 64-bit integer"},
    {DType::U64, "U64", 64, Kind::Unsigned, {}, "unsigned 64-bit integer"},
    {DType::Opaque, "Opaque", 8, Kind::Opaque, {}, "of a type whose values this program does not read, shown as bytes"},
}};

constexpr bool tableIsInOrder()
{
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].dtype != static_cast<DType>(i) || table[i].name.empty() || table[i].bits == 0)
            return false;
    }
    return true;
}
static_assert(tableIsInOrder(), "the dtype table needs one row for each DType, in the order of the enumeration");

template <typename T>
T load(std::span<const std::byte> bytes, std::uint64_t index)
{
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
}

Scalar signedScalar(std::int64_t value)
{
    return {.kind = Scalar::Kind::Signed, .asSigned = value};
}

Scalar unsignedScalar(std::uint64_t value)
{
    return {.kind = Scalar::Kind::Unsigned, .asUnsigned = value};
}

Scalar floatScalar(double value, bool singlePrecision)
{
    return {.kind = Scalar::Kind::Float, .real = value, .singlePrecision = singlePrecision};
}

template <typename Float>
std::string shortest(Float value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string shortest(double value, bool singlePrecision)
{
    return singlePrecision ? shortest(static_cast<float>(value)) : shortest(value);
}

} // namespace

const DTypeInfo& info(DType dtype)
{
    return table[static_cast<std::size_t>(dtype)];
}

std::optional<DType> dtypeFromName(std::string_view name)
{
    for (const DTypeInfo& row : table) {
        if (row.name == name && row.dtype != DType::Opaque)
            return row.dtype;
    }
    return std::nullopt;
}

bool hasReadableValues(DType dtype)
{
    return dtype != DType::Opaque && dtype != DType::F6_E2M3 && dtype != DType::F6_E3M2;
}

double decodeFloat(std::uint64_t bits, const FloatLayout& layout)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << layout.mantissaBits) - 1);
    const std::uint64_t topExponent = (std::uint64_t{1} << layout.exponentBits) - 1;
    const std::uint64_t exponent = (bits >> layout.mantissaBits) & topExponent;
    const bool negative = (bits >> (layout.mantissaBits + layout.exponentBits)) & 1;
    const bool topMantissa = mantissa == (std::uint64_t{1} << layout.mantissaBits) - 1;

    switch (layout.specials) {
    case Specials::PowerOfTwo:
        return exponent == topExponent ? nan : std::ldexp(1.0, static_cast<int>(exponent) - layout.bias);
    case Specials::Ieee:
        if (exponent == topExponent && mantissa != 0)
            return nan;
        if (exponent == topExponent)
            return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
        break;
    case Specials::NanOnly:
        if (exponent == topExponent && topMantissa)
            return nan;
        break;
    case Specials::Fnuz:
        if (negative && exponent == 0 && mantissa == 0)
            return nan;
        break;
    case Specials::None:
        break;
    }
    const bool subnormal = exponent == 0;
    const std::uint64_t significand = subnormal ? mantissa : mantissa | (std::uint64_t{1} << layout.mantissaBits);
    const int power =
        (subnormal ? 1 : static_cast<int>(exponent)) - layout.bias - static_cast<int>(layout.mantissaBits);
    const double magnitude = std::ldexp(static_cast<double>(significand), power);
    return negative ? -magnitude : magnitude;
}

double Scalar::toDouble() const
{
    switch (kind) {
    case Kind::None:
        return std::numeric_limits<double>::quiet_NaN();
    case Kind::Signed:
        return static_cast<double>(asSigned);
    case Kind::Unsigned:
        return static_cast<double>(asUnsigned);
    case Kind::Float:
    case Kind::Complex:
        return real;
    }
    return real;
}

Scalar readScalar(DType dtype, std::span<const std::byte> bytes, std::uint64_t index)
{
    switch (dtype) {
    case DType::BOOL:
    case DType::U8:
        return unsignedScalar(load<std::uint8_t>(bytes, index));
    case DType::I8:
        return signedScalar(load<std::int8_t>(bytes, index));
    case DType::U16:
        return unsignedScalar(load<std::uint16_t>(bytes, index));
    case DType::I16:
        return signedScalar(load<std::int16_t>(bytes, index));
    case DType::U32:
        return unsignedScalar(load<std::uint32_t>(bytes, index));
    case DType::I32:
        return signedScalar(load<std::int32_t>(bytes, index));
    case DType::U64:
        return unsignedScalar(load<std::uint64_t>(bytes, index));
    case DType::I64:
        return signedScalar(load<std::int64_t>(bytes, index));
    case DType::F64:
        return floatScalar(load<double>(bytes, index), false);
    case DType::F32:
        return floatScalar(load<float>(bytes, index), true);
    case DType::C64:
        return {.kind = Scalar::Kind::Complex,
            .real = load<float>(bytes, 2 * index),
            .imaginary = load<float>(bytes, 2 * index + 1),
            .singlePrecision = true};
    case DType::F16:
    case DType::BF16:
        return floatScalar(decodeFloat(load<std::uint16_t>(bytes, index), info(dtype).layout), true);
    case DType::F8_E5M2:
    case DType::F8_E4M3:
    case DType::F8_E8M0:
    case DType::F8_E4M3FNUZ:
    case DType::F8_E5M2FNUZ:
        return floatScalar(decodeFloat(load<std::uint8_t>(bytes, index), info(dtype).layout), true);
    case DType::F4: {
        const unsigned pair = load<std::uint8_t>(bytes, index / 2);
        return floatScalar(decodeFloat(index % 2 == 0 ? pair & 15 : pair >> 4, info(dtype).layout), true);
    }
    case DType::F6_E2M3:
    case DType::F6_E3M2:
    case DType::Opaque:
        return {};
    }
    return {};
}

std::string toText(const Scalar& value)
{
    switch (value.kind) {
    case Scalar::Kind::None:
        return {};
    case Scalar::Kind::Signed:
        return std::to_string(value.asSigned);
    case Scalar::Kind::Unsigned:
        return std::to_string(value.asUnsigned);
    case Scalar::Kind::Float:
        return shortest(value.real, value.singlePrecision);
    case Scalar::Kind::Complex: {
        const std::string imaginary = shortest(value.imaginary, value.singlePrecision);
        return shortest(value.real, value.singlePrecision) + (imaginary.starts_with('-') ? "" : "+") + imaginary + "i";
    }
    }
    return {};
}

} // namespace loupe
