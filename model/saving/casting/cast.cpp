#include "saving/casting/cast.h"

#include "analysis/slices/element_reader.h"
#include "saving/casting/cast_kernels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t blockSize = 1024; // elements

using FloatKernel = void (*)(const std::byte* source, std::size_t count, std::byte* target);

FloatKernel kernelFor(DType from, DType to)
{
    if (from == DType::F32 && to == DType::BF16)
        return castF32ToBf16;
    if (from == DType::BF16 && to == DType::F32)
        return castBf16ToF32;
    if (from == DType::F32 && to == DType::F16)
        return castF32ToF16;
    if (from == DType::F16 && to == DType::F32)
        return castF16ToF32;
    return nullptr;
}

std::uint32_t nanPattern(std::uint64_t mantissa, const FloatLayout& layout)
{
    const std::uint32_t topExponent = ((1U << layout.exponentBits) - 1) << layout.mantissaBits;
    const std::uint32_t allMantissa = (1U << layout.mantissaBits) - 1;
    switch (layout.specials) {
    case FloatSpecials::Ieee:
        return topExponent | 1U << (layout.mantissaBits - 1)
            | static_cast<std::uint32_t>(mantissa >> (52 - layout.mantissaBits));
    case FloatSpecials::NanOnly:
        return topExponent | allMantissa;
    case FloatSpecials::Fnuz:
        return 1U << (layout.exponentBits + layout.mantissaBits);
    case FloatSpecials::PowerOfTwo:
        return (1U << layout.exponentBits) - 1;
    case FloatSpecials::None:
        break;
    }
    return 0;
}

std::uint32_t overflowPattern(const FloatLayout& layout)
{
    const std::uint32_t topExponent = ((1U << layout.exponentBits) - 1) << layout.mantissaBits;
    if (layout.specials == FloatSpecials::Ieee)
        return topExponent;
    if (layout.specials == FloatSpecials::None)
        return topExponent | ((1U << layout.mantissaBits) - 1);
    return nanPattern(0, layout);
}

std::uint32_t largestPattern(const FloatLayout& layout)
{
    const std::uint32_t all = (1U << (layout.exponentBits + layout.mantissaBits)) - 1;
    if (layout.specials == FloatSpecials::Ieee)
        return all - (1U << layout.mantissaBits);
    return layout.specials == FloatSpecials::NanOnly ? all - 1 : all;
}

/// As PyTorch does it: the nearest power of two, ties to the larger one.
std::uint32_t encodePowerOfTwo(double magnitude, const FloatLayout& layout)
{
    const auto nan = static_cast<int>(nanPattern(0, layout));
    int exponent = 0;
    const double fraction = std::frexp(magnitude, &exponent); // [0.5, 1) * 2^exponent
    const int pattern = exponent - 1 + layout.bias + (fraction >= 0.75);
    if (magnitude == 0 || pattern < 0)
        return 0;
    return static_cast<std::uint32_t>(std::min(pattern, nan));
}

/// Converts an integer to a double such that rounding it to fewer digits gives the same result as rounding the integer
/// itself: any lost bits are recorded in the last bit (round to odd).
double roundedToOdd(std::uint64_t number)
{
    constexpr int digits = std::numeric_limits<double>::digits;
    const int excess = static_cast<int>(std::bit_width(number)) - digits;
    if (excess <= 0)
        return static_cast<double>(number);
    const std::uint64_t dropped = number & ((std::uint64_t{1} << excess) - 1);
    return std::ldexp(static_cast<double>(number >> excess | (dropped != 0)), excess);
}

double toDouble(std::uint64_t number)
{
    return roundedToOdd(number);
}
double toDouble(std::int64_t number)
{
    const auto pattern = static_cast<std::uint64_t>(number);
    return number < 0 ? -roundedToOdd(0 - pattern) : roundedToOdd(pattern);
}
double toDouble(double number)
{
    return number;
}

template <typename To, typename From>
To toInteger(From number)
{
    using Limits = std::numeric_limits<To>;
    if constexpr (std::floating_point<From>) {
        // The bounds are powers of two, which are exact in any float.
        constexpr auto end = static_cast<From>(std::uint64_t{1} << (Limits::digits - 1)) * 2;
        if (number >= end)
            return Limits::max();
        if constexpr (std::is_signed_v<To>) {
            if (number < -end)
                return Limits::min();
        } else if (number <= -1) {
            return 0;
        }
        return std::isnan(number) ? To{0} : static_cast<To>(number);
    } else {
        if (std::cmp_greater(number, Limits::max()))
            return Limits::max();
        return std::cmp_less(number, Limits::min()) ? Limits::min() : static_cast<To>(number);
    }
}

template <typename To>
void put(std::byte* target, std::size_t index, To value)
{
    std::memcpy(target + index * sizeof(To), &value, sizeof(To));
}

template <typename To, typename From>
void putIntegers(const From* numbers, std::size_t count, std::byte* target)
{
    for (std::size_t i = 0; i < count; ++i)
        put(target, i, toInteger<To>(numbers[i]));
}

template <typename To, typename From>
void putFloats(const From* numbers, std::size_t count, std::byte* target)
{
    for (std::size_t i = 0; i < count; ++i)
        put(target, i, static_cast<To>(numbers[i]));
}

template <typename To, typename From>
void putEncoded(const From* numbers, std::size_t count, const FloatLayout& layout, std::byte* target)
{
    for (std::size_t i = 0; i < count; ++i)
        put(target, i, static_cast<To>(encodeFloat(toDouble(numbers[i]), layout)));
}

/// Two elements per byte, the first one in the low bits.
template <typename From>
void putNibbles(const From* numbers, std::size_t count, const FloatLayout& layout, std::byte* target)
{
    for (std::size_t i = 0; i < count; i += 2) {
        std::uint32_t pair = encodeFloat(toDouble(numbers[i]), layout);
        if (i + 1 < count)
            pair |= encodeFloat(toDouble(numbers[i + 1]), layout) << 4;
        put(target, i / 2, static_cast<std::uint8_t>(pair));
    }
}

template <typename From>
void putAs(DType to, const From* numbers, std::size_t count, std::byte* target)
{
    const FloatLayout& layout = info(to).layout;
    if (info(to).kind == DTypeKind::Boolean) {
        for (std::size_t i = 0; i < count; ++i)
            put(target, i, static_cast<std::uint8_t>(numbers[i] != 0));
        return;
    }
    switch (formOf(to)) {
    case ElementForm::U8:
        return putIntegers<std::uint8_t>(numbers, count, target);
    case ElementForm::I8:
        return putIntegers<std::int8_t>(numbers, count, target);
    case ElementForm::U16:
        return putIntegers<std::uint16_t>(numbers, count, target);
    case ElementForm::I16:
        return putIntegers<std::int16_t>(numbers, count, target);
    case ElementForm::U32:
        return putIntegers<std::uint32_t>(numbers, count, target);
    case ElementForm::I32:
        return putIntegers<std::int32_t>(numbers, count, target);
    case ElementForm::U64:
        return putIntegers<std::uint64_t>(numbers, count, target);
    case ElementForm::I64:
        return putIntegers<std::int64_t>(numbers, count, target);
    case ElementForm::F32:
        return putFloats<float>(numbers, count, target);
    case ElementForm::F64:
        return putFloats<double>(numbers, count, target);
    case ElementForm::Float16:
        return putEncoded<std::uint16_t>(numbers, count, layout, target);
    case ElementForm::Float8:
        return putEncoded<std::uint8_t>(numbers, count, layout, target);
    case ElementForm::Float4:
        return putNibbles(numbers, count, layout, target);
    case ElementForm::ComplexF32:
    case ElementForm::None:
        break;
    }
}

} // namespace

bool canCast(DType from, DType to)
{
    const auto isNumber = [](DType dtype) {
        return hasReadableValues(dtype) && info(dtype).kind != DTypeKind::Complex;
    };
    return from == to || (isNumber(from) && isNumber(to));
}

std::optional<DType> losslessCast(DType from, bool (*holds)(DType dtype))
{
    struct Wider {
        DType from;
        DType to;
    };
    // Fallbacks for dtypes that not every format has: 8-bit exponents require BF16, the smallest FNUZ values require
    // F16.
    static constexpr Wider table[] = {{DType::F4, DType::F8_E4M3}, {DType::F8_E8M0, DType::BF16},
        {DType::F8_E4M3FNUZ, DType::F16}, {DType::F8_E5M2FNUZ, DType::F16}};
    for (const Wider& row : table) {
        if (row.from == from && holds(row.to))
            return row.to;
    }
    return std::nullopt;
}

std::uint32_t encodeFloat(double value, const FloatLayout& layout)
{
    constexpr int doubleMantissaBits = 52;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << doubleMantissaBits) - 1);
    const auto sign = static_cast<std::uint32_t>(bits >> 63) << (layout.exponentBits + layout.mantissaBits);
    const bool powerOfTwo = layout.specials == FloatSpecials::PowerOfTwo;
    const bool oneNan = powerOfTwo || layout.specials == FloatSpecials::Fnuz;
    if (std::isnan(value)) {
        const bool signedNan = !oneNan && layout.specials != FloatSpecials::None;
        return nanPattern(mantissa, layout) | (signedNan ? sign : 0);
    }
    if (std::isinf(value))
        return overflowPattern(layout) | (oneNan ? 0 : sign);
    if (powerOfTwo)
        return encodePowerOfTwo(std::abs(value), layout);

    // |value| = significand * 2^(exponent - 52)
    const auto exponentField = static_cast<int>((bits >> doubleMantissaBits) & 0x7ff);
    const std::uint64_t significand = exponentField == 0 ? mantissa : mantissa | std::uint64_t{1} << doubleMantissaBits;
    const int exponent = std::max(exponentField, 1) - 1023;
    // Rounded, in units of the target's last place.
    const int least = 1 - layout.bias;
    const int place = std::max(exponent, least);
    const int shift = doubleMantissaBits - static_cast<int>(layout.mantissaBits) + place - exponent;
    std::uint64_t units = 0;
    if (shift <= doubleMantissaBits + 1) {
        units = significand >> shift;
        const std::uint64_t rest = significand & ((std::uint64_t{1} << shift) - 1);
        const std::uint64_t half = std::uint64_t{1} << (shift - 1);
        units += rest > half || (rest == half && (units & 1) != 0);
    }
    // If rounding overflows the mantissa, the carry correctly increments the exponent.
    const std::uint64_t pattern = (static_cast<std::uint64_t>(place - least) << layout.mantissaBits) + units;
    if (pattern > largestPattern(layout))
        return overflowPattern(layout) | (oneNan ? 0 : sign);
    const bool unsignedZero = pattern == 0 && layout.specials == FloatSpecials::Fnuz;
    return static_cast<std::uint32_t>(pattern) | (unsignedZero ? 0 : sign);
}

void castElements(DType from, DType to, const std::byte* source, std::size_t count, std::byte* target)
{
    if (const FloatKernel kernel = kernelFor(from, to)) {
        kernel(source, count, target);
        return;
    }
    withReader(from, ComplexPart::Real, [&](const auto& reader) {
        using Value = typename std::decay_t<decltype(reader)>::Value;
        std::array<Value, blockSize> numbers;
        for (std::size_t begin = 0; begin < count; begin += blockSize) {
            const std::size_t size = std::min(blockSize, count - begin);
            for (std::size_t i = 0; i < size; ++i)
                numbers[i] = reader(source, begin + i);
            putAs(to, numbers.data(), size, target + begin * bitsPerElement(to) / 8);
        }
    });
}

} // namespace loupe
