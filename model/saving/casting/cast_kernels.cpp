#include "saving/casting/cast_kernels.h"

#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "saving/casting/cast_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::ScalableTag<std::uint32_t>;
using D16 = hn::Rebind<std::uint16_t, D32>;
using V32 = hn::Vec<D32>;

constexpr std::uint32_t signBit = 0x80000000;
constexpr std::uint32_t infinity32 = 0x7f800000;

struct Narrowing {
    using From = std::uint32_t;
    using To = std::uint16_t;
};
struct Widening {
    using From = std::uint16_t;
    using To = std::uint32_t;
};

/// Rounds the bit patterns to nearest even by adding just less than half a unit, plus 1 if the unit is odd. The carry
/// propagates to the exponent, up to infinity.
struct F32ToBf16 : Narrowing {
    V32 operator()(D32 d, V32 bits) const
    {
        const V32 odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(d, 1));
        const V32 rounded = hn::ShiftRight<16>(hn::Add(hn::Add(bits, hn::Set(d, 0x7fff)), odd));
        const V32 quiet = hn::Or(hn::ShiftRight<16>(bits), hn::Set(d, 0x40));
        const auto isNan = hn::Gt(hn::AndNot(hn::Set(d, signBit), bits), hn::Set(d, infinity32));
        return hn::IfThenElse(isNan, quiet, rounded);
    }
};

struct Bf16ToF32 : Widening {
    V32 operator()(D32, V32 bits) const { return hn::ShiftLeft<16>(bits); }
};

struct F32ToF16 : Narrowing {
    V32 operator()(D32 d, V32 bits) const
    {
        const hn::RebindToFloat<D32> df;
        constexpr std::uint32_t exponentOf1 = 127U << 23;
        constexpr std::uint32_t beyond = exponentOf1 + (16U << 23); // 2^16
        constexpr std::uint32_t smallestNormal = exponentOf1 - (14U << 23); // 2^-14
        constexpr std::uint32_t half = exponentOf1 - (1U << 23); // 2^-1, whose unit in the last place is F16's smallest
                                                                 // subnormal
        const V32 sign = hn::And(bits, hn::Set(d, signBit));
        const V32 magnitude = hn::Xor(bits, sign);
        const V32 odd = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(d, 1));
        // Changes the exponent bias; rounds as in F32ToBf16.
        const V32 rebiased = hn::Sub(magnitude, hn::Set(d, 112U << 23));
        const V32 normal = hn::ShiftRight<13>(hn::Add(hn::Add(rebiased, hn::Set(d, 0xfff)), odd));
        // The floating-point addition shifts and rounds.
        const V32 sum = hn::BitCast(d, hn::Add(hn::BitCast(df, magnitude), hn::BitCast(df, hn::Set(d, half))));
        const V32 subnormal = hn::Sub(sum, hn::Set(d, half));
        const V32 quiet = hn::Or(hn::And(hn::ShiftRight<13>(magnitude), hn::Set(d, 0x3ff)), hn::Set(d, 0x7e00));
        const V32 special = hn::IfThenElse(hn::Gt(magnitude, hn::Set(d, infinity32)), quiet, hn::Set(d, 0x7c00));
        V32 result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, smallestNormal)), subnormal, normal);
        result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, beyond)), result, special);
        return hn::Or(result, hn::ShiftRight<16>(sign));
    }
};

struct F16ToF32 : Widening {
    V32 operator()(D32 d, V32 bits) const
    {
        const hn::RebindToFloat<D32> df;
        constexpr std::uint32_t topExponent = 0x7c00U << 13;
        constexpr std::uint32_t smallestNormal = 113U << 23;
        const V32 magnitude = hn::ShiftLeft<13>(hn::And(bits, hn::Set(d, 0x7fff)));
        const V32 exponent = hn::And(magnitude, hn::Set(d, topExponent));
        const V32 normal = hn::Add(magnitude, hn::Set(d, 112U << 23));
        const V32 special = hn::Add(normal, hn::Set(d, 112U << 23)); // to the top exponent
        // Converts it as if it were normal, then subtracts the extra leading 1.
        const V32 withOne = hn::Add(normal, hn::Set(d, 1U << 23));
        const V32 subnormal =
            hn::BitCast(d, hn::Sub(hn::BitCast(df, withOne), hn::BitCast(df, hn::Set(d, smallestNormal))));
        V32 result = hn::IfThenElse(hn::Eq(exponent, hn::Zero(d)), subnormal, normal);
        result = hn::IfThenElse(hn::Eq(exponent, hn::Set(d, topExponent)), special, result);
        return hn::Or(result, hn::ShiftLeft<16>(hn::And(bits, hn::Set(d, 0x8000))));
    }
};

V32 load(D32 d, const std::uint32_t* from)
{
    return hn::LoadU(d, from);
}

V32 load(D32 d, const std::uint16_t* from)
{
    return hn::PromoteTo(d, hn::LoadU(D16(), from));
}

void store(D32 d, V32 value, std::uint32_t* to)
{
    hn::StoreU(value, d, to);
}

void store(D32, V32 value, std::uint16_t* to)
{
    hn::StoreU(hn::TruncateTo(D16(), value), D16(), to);
}

/// Converts the remainder, which is less than a vector, by way of vectors on the stack.
template <typename Cast>
void castAll(const std::byte* source, std::size_t count, std::byte* target)
{
    using From = typename Cast::From;
    using To = typename Cast::To;
    const D32 d;
    const Cast cast{};
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto* const from = reinterpret_cast<const From*>(source + i * sizeof(From));
        store(d, cast(d, load(d, from)), reinterpret_cast<To*>(target + i * sizeof(To)));
    }
    if (i == count)
        return;
    HWY_ALIGN From from[hn::MaxLanes(D32())] = {};
    HWY_ALIGN To to[hn::MaxLanes(D32())] = {};
    std::memcpy(from, source + i * sizeof(From), (count - i) * sizeof(From));
    store(d, cast(d, load(d, from)), to);
    std::memcpy(target + i * sizeof(To), to, (count - i) * sizeof(To));
}

void f32ToBf16(const std::byte* source, std::size_t count, std::byte* target)
{
    castAll<F32ToBf16>(source, count, target);
}

void bf16ToF32(const std::byte* source, std::size_t count, std::byte* target)
{
    castAll<Bf16ToF32>(source, count, target);
}

void f32ToF16(const std::byte* source, std::size_t count, std::byte* target)
{
    castAll<F32ToF16>(source, count, target);
}

void f16ToF32(const std::byte* source, std::size_t count, std::byte* target)
{
    castAll<F16ToF32>(source, count, target);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(f32ToBf16);
HWY_EXPORT(bf16ToF32);
HWY_EXPORT(f32ToF16);
HWY_EXPORT(f16ToF32);

void castF32ToBf16(const std::byte* source, std::size_t count, std::byte* target)
{
    HWY_DYNAMIC_DISPATCH(f32ToBf16)(source, count, target);
}

void castBf16ToF32(const std::byte* source, std::size_t count, std::byte* target)
{
    HWY_DYNAMIC_DISPATCH(bf16ToF32)(source, count, target);
}

void castF32ToF16(const std::byte* source, std::size_t count, std::byte* target)
{
    HWY_DYNAMIC_DISPATCH(f32ToF16)(source, count, target);
}

void castF16ToF32(const std::byte* source, std::size_t count, std::byte* target)
{
    HWY_DYNAMIC_DISPATCH(f16ToF32)(source, count, target);
}

} // namespace loupe
#endif
