#include "analysis/kernels/equal_bytes.h"

#include "analysis/kernels/prefetch.h"

#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/kernels/equal_bytes.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

bool areEqual(const std::byte* a, const std::byte* b, std::size_t size)
{
    const hn::ScalableTag<std::uint64_t> d;
    const std::size_t width = hn::Lanes(d) * sizeof(std::uint64_t);
    const std::size_t step = 4 * width;
    const auto load = [d](const std::byte* bytes)
                          HWY_ATTR { return hn::LoadU(d, reinterpret_cast<const std::uint64_t*>(bytes)); };
    std::size_t i = 0;
    for (; i + step <= size; i += step) {
        for (std::size_t line = 0; line < step; line += cacheLine) {
            hwy::Prefetch(a + i + line + prefetchDistance);
            hwy::Prefetch(b + i + line + prefetchDistance);
        }
        const auto x0 = hn::Xor(load(a + i), load(b + i));
        const auto x1 = hn::Xor(load(a + i + width), load(b + i + width));
        const auto x2 = hn::Xor(load(a + i + 2 * width), load(b + i + 2 * width));
        const auto x3 = hn::Xor(load(a + i + 3 * width), load(b + i + 3 * width));
        if (!hn::AllTrue(d, hn::Eq(hn::Or(hn::Or(x0, x1), hn::Or(x2, x3)), hn::Zero(d))))
            return false;
    }
    return i == size || std::memcmp(a + i, b + i, size - i) == 0;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(areEqual);

bool equalBytes(const std::byte* a, const std::byte* b, std::size_t size)
{
    return HWY_DYNAMIC_DISPATCH(areEqual)(a, b, size);
}

} // namespace loupe
#endif
