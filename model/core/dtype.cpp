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

constexpr FloatLayout noLayout{};
constexpr FloatLayout binary16{5, 10, 15, Specials::Ieee};
constexpr FloatLayout binary32{8, 23, 127, Specials::Ieee};
constexpr FloatLayout binary64{11, 52, 1023, Specials::Ieee};

constexpr FloatLayout floatLayout(unsigned exponentBits, unsigned mantissaBits, int bias, FloatSpecials specials)
{
    return {exponentBits, mantissaBits, bias, specials};
}

constexpr ElementForm integerForm(unsigned bits, bool isSigned)
{
    switch (bits) {
    case 8:
        return isSigned ? ElementForm::I8 : ElementForm::U8;
    case 16:
        return isSigned ? ElementForm::I16 : ElementForm::U16;
    case 32:
        return isSigned ? ElementForm::I32 : ElementForm::U32;
    case 64:
        return isSigned ? ElementForm::I64 : ElementForm::U64;
    default:
        return ElementForm::None;
    }
}

/// From 32 bits on, these are the IEEE 754 formats.
constexpr ElementForm floatForm(unsigned bits)
{
    switch (bits) {
    case 4:
        return ElementForm::Float4;
    case 8:
        return ElementForm::Float8;
    case 16:
        return ElementForm::Float16;
    case 32:
        return ElementForm::F32;
    case 64:
        return ElementForm::F64;
    default:
        return ElementForm::None;
    }
}

constexpr ElementForm formOf(DTypeKind kind, unsigned bits)
{
    switch (kind) {
    case Kind::Boolean:
    case Kind::Unsigned:
        return integerForm(bits, false);
    case Kind::Signed:
        return integerForm(bits, true);
    case Kind::Float:
        return floatForm(bits);
    case Kind::Complex:
        return bits == 64 ? ElementForm::ComplexF32 : ElementForm::None;
    case Kind::Opaque:
        break;
    }
    return ElementForm::None;
}

constexpr std::array<DTypeInfo, dtypeCount> makeTable()
{
    using enum FloatSpecials;
    return {{
#define LOUPE_DTYPE(name, bits, kind, layout, light, dark, description)                                                \
    {DType::name, #name, bits, Kind::kind, layout, formOf(Kind::kind, bits), {light, dark}, description},
#include "core/dtypes.inc"
#undef LOUPE_DTYPE
    }};
}
constexpr auto table = makeTable();
static_assert(table.back().dtype == DType::Opaque, "Opaque is the last dtype");

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
    switch (formOf(dtype)) {
    case ElementForm::U8:
        return unsignedScalar(load<std::uint8_t>(bytes, index));
    case ElementForm::I8:
        return signedScalar(load<std::int8_t>(bytes, index));
    case ElementForm::U16:
        return unsignedScalar(load<std::uint16_t>(bytes, index));
    case ElementForm::I16:
        return signedScalar(load<std::int16_t>(bytes, index));
    case ElementForm::U32:
        return unsignedScalar(load<std::uint32_t>(bytes, index));
    case ElementForm::I32:
        return signedScalar(load<std::int32_t>(bytes, index));
    case ElementForm::U64:
        return unsignedScalar(load<std::uint64_t>(bytes, index));
    case ElementForm::I64:
        return signedScalar(load<std::int64_t>(bytes, index));
    case ElementForm::F64:
        return floatScalar(load<double>(bytes, index), false);
    case ElementForm::F32:
        return floatScalar(load<float>(bytes, index), true);
    case ElementForm::ComplexF32:
        return {.kind = Scalar::Kind::Complex,
            .real = load<float>(bytes, 2 * index),
            .imaginary = load<float>(bytes, 2 * index + 1),
            .singlePrecision = true};
    case ElementForm::Float16:
        return floatScalar(decodeFloat(load<std::uint16_t>(bytes, index), info(dtype).layout), true);
    case ElementForm::Float8:
        return floatScalar(decodeFloat(load<std::uint8_t>(bytes, index), info(dtype).layout), true);
    case ElementForm::Float4: {
        const unsigned pair = load<std::uint8_t>(bytes, index / 2);
        return floatScalar(decodeFloat(index % 2 == 0 ? pair & 15 : pair >> 4, info(dtype).layout), true);
    }
    case ElementForm::None:
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
