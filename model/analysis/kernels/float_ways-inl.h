// How kernels for pairs read float dtypes. Compiled once per Highway target by each kernel that includes it.

#if defined(LOUPE_FLOAT_WAYS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOUPE_FLOAT_WAYS_INL_H
#undef LOUPE_FLOAT_WAYS_INL_H
#else
#define LOUPE_FLOAT_WAYS_INL_H
#endif

#include "analysis/kernels/difference_sums.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Patterns are widened to 32 bits with the sign at the top. Shifting all ones right by `magnitude` gives a mask
/// without the sign. One step of the dtype is 2^`spacing` steps of the widened number.
struct F32Way {
    static constexpr std::size_t width = 4;
    static constexpr int magnitude = 1;
    static constexpr int spacing = 0;
    template <class D>
    static hn::Vec<D> bits(D d, const std::byte* numbers)
    {
        return hn::LoadU(d, reinterpret_cast<const std::int32_t*>(numbers));
    }
    template <class D, class V>
    static hn::Vec<D> values(D d, V bits, const std::byte*)
    {
        return hn::BitCast(d, bits);
    }
};

struct BF16Way {
    static constexpr std::size_t width = 2;
    static constexpr int magnitude = 1;
    static constexpr int spacing = 16;
    template <class D>
    static hn::Vec<D> bits(D d, const std::byte* numbers)
    {
        const hn::Rebind<std::int16_t, D> narrow;
        return hn::ShiftLeft<16>(hn::PromoteTo(d, hn::LoadU(narrow, reinterpret_cast<const std::int16_t*>(numbers))));
    }
    template <class D, class V>
    static hn::Vec<D> values(D d, V bits, const std::byte*)
    {
        return hn::BitCast(d, bits);
    }
};

struct F16Way {
    static constexpr std::size_t width = 2;
    static constexpr int magnitude = 17;
    static constexpr int spacing = 0;
    template <class D>
    static hn::Vec<D> bits(D d, const std::byte* numbers)
    {
        const hn::Rebind<std::int16_t, D> narrow;
        return hn::PromoteTo(d, hn::LoadU(narrow, reinterpret_cast<const std::int16_t*>(numbers)));
    }
    template <class D, class V>
    static hn::Vec<D> values(D d, [[maybe_unused]] V bits, const std::byte* numbers)
    {
        const hn::Rebind<hwy::float16_t, D> narrow;
        const auto values = hn::PromoteTo(d, hn::LoadU(narrow, reinterpret_cast<const hwy::float16_t*>(numbers)));
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2 && !defined(HWY_DISABLE_F16C)
        return values;
#else
        // Without hardware support, Highway converts NaN and infinities to finite numbers.
        const auto exponent = hn::Set(hn::RebindToSigned<D>(), F16Pairs::exponent);
        const auto special = hn::RebindMask(d, hn::Eq(hn::And(bits, exponent), exponent));
        return hn::IfThenElse(special, hn::NaN(d), values);
#endif
    }
};

/// With one lane per vector, that lane is the lower half.
template <class D, class V>
hn::Vec<D> lowerDoubles(D d, V floats)
{
#if HWY_TARGET == HWY_SCALAR
    return hn::PromoteTo(d, floats);
#else
    return hn::PromoteTo(d, hn::LowerHalf(hn::Rebind<float, D>(), floats));
#endif
}

template <class D, class V>
hn::Vec<D> upperDoubles(D d, [[maybe_unused]] V floats)
{
#if HWY_TARGET == HWY_SCALAR
    return hn::Zero(d);
#else
    return hn::PromoteTo(d, hn::UpperHalf(hn::Rebind<float, D>(), floats));
#endif
}

} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#endif
