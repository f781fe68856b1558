#include "formats/zarr/zarr_fill.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace loupe::zarr {

namespace {

using Kind = JsonValue::Kind;

std::optional<double> floatIn(const JsonValue& value)
{
    if (value.string() == "NaN")
        return std::numeric_limits<double>::quiet_NaN();
    if (value.string() == "Infinity")
        return std::numeric_limits<double>::infinity();
    if (value.string() == "-Infinity")
        return -std::numeric_limits<double>::infinity();
    return value.number();
}

/// The bit pattern of the nearest number of a narrow float type; of two that are equally near, the even one. Tries all
/// of them: there are at most 65,536.
std::uint64_t nearestPattern(double value, const FloatLayout& layout, unsigned bits)
{
    std::uint64_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << bits; ++pattern) {
        const double number = decodeFloat(pattern, layout);
        const bool isSame = number == value && std::signbit(number) == std::signbit(value);
        if (isSame || (std::isnan(number) && std::isnan(value)))
            return pattern;
        if (std::isnan(number) || std::isinf(number))
            continue;
        const double distance = std::abs(number - value);
        const bool isNearer = distance < least || (distance == least && pattern % 2 == 0);
        if (isNearer && std::signbit(number) == std::signbit(value)) {
            best = pattern;
            least = distance;
        }
    }
    return best;
}

std::optional<std::uint64_t> floatPattern(const JsonValue& value, const DTypeInfo& dtype)
{
    const auto number = floatIn(value);
    if (!number)
        return std::nullopt;
    switch (dtype.form) {
    case ElementForm::F64:
        return std::bit_cast<std::uint64_t>(*number);
    case ElementForm::F32:
    case ElementForm::ComplexF32:
        return std::bit_cast<std::uint32_t>(static_cast<float>(*number));
    case ElementForm::Float8:
    case ElementForm::Float16:
        return nearestPattern(*number, dtype.layout, dtype.bits);
    default:
        return std::nullopt;
    }
}

std::optional<std::uint64_t> integerPattern(const JsonValue& value, const DTypeInfo& dtype)
{
    std::optional<std::int64_t> number = value.integer();
    if (const auto truth = value.boolean())
        number = *truth ? 1 : 0;
    if (const auto real = number ? std::nullopt : value.number();
        real && std::abs(*real) < 1e15 && *real == std::floor(*real))
        number = static_cast<std::int64_t>(*real); // some writers write 0.0
    if (!number)
        return dtype.form == ElementForm::U64 ? value.unsignedInteger() : std::nullopt;
    const bool isSigned = dtype.kind == DTypeKind::Signed;
    const unsigned bits = dtype.bits - (isSigned ? 1 : 0);
    const bool isTooLarge = bits < 63 && *number >= std::int64_t{1} << bits;
    const bool isTooSmall = *number < 0 && (!isSigned || (bits < 63 && *number < -(std::int64_t{1} << bits)));
    return isTooLarge || isTooSmall ? std::nullopt : std::optional(static_cast<std::uint64_t>(*number));
}

/// "0x7fc00001": the bytes of a number, the most significant first.
std::optional<std::uint64_t> hexadecimal(std::string_view text, unsigned bits)
{
    if (!text.starts_with("0x") || text.size() != 2 + bits / 4)
        return std::nullopt;
    std::uint64_t pattern = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data() + 2, end, pattern, 16);
    return error == std::errc() && stopped == end ? std::optional(pattern) : std::nullopt;
}

void append(std::string& bytes, std::uint64_t pattern, std::size_t size, bool bigEndian)
{
    for (std::size_t i = 0; i < size; ++i)
        bytes += static_cast<char>(pattern >> (8 * (bigEndian ? size - 1 - i : i)));
}

} // namespace

std::optional<std::string> fillBytes(const JsonValue& value, const numpy::NpyType& type)
{
    const DTypeInfo& dtype = info(type.dtype);
    std::string bytes;
    if (dtype.kind == DTypeKind::Complex) {
        const auto& parts = value.elements();
        const auto real = floatPattern(parts.size() == 2 ? parts[0] : value, dtype);
        const auto imaginary = parts.size() == 2 ? floatPattern(parts[1], dtype) : std::optional<std::uint64_t>(0);
        if (!real || !imaginary)
            return std::nullopt;
        append(bytes, *real, sizeof(float), type.bigEndian);
        append(bytes, *imaginary, sizeof(float), type.bigEndian);
        return bytes;
    }
    auto pattern = hexadecimal(value.string(), dtype.bits);
    if (!pattern)
        pattern = dtype.kind == DTypeKind::Float ? floatPattern(value, dtype) : integerPattern(value, dtype);
    if (!pattern)
        return std::nullopt;
    append(bytes, *pattern, dtype.bits / 8, type.bigEndian);
    return bytes;
}

} // namespace loupe::zarr
