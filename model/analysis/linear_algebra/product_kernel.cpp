#include "analysis/linear_algebra/product_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/linear_algebra/product_kernel.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

std::size_t tileColumns()
{
    return 2 * hn::Lanes(hn::ScalableTag<double>());
}

// Twelve sums: enough to hide the latency of a multiplication, and few enough for sixteen registers together with a and
// b.
void tileProduct(
    std::size_t depth, const double* HWY_RESTRICT a, const double* HWY_RESTRICT b, double* HWY_RESTRICT tile)
{
    const hn::ScalableTag<double> d;
    const std::size_t lanes = hn::Lanes(d);
    auto s00 = hn::Zero(d), s01 = hn::Zero(d), s10 = hn::Zero(d), s11 = hn::Zero(d);
    auto s20 = hn::Zero(d), s21 = hn::Zero(d), s30 = hn::Zero(d), s31 = hn::Zero(d);
    auto s40 = hn::Zero(d), s41 = hn::Zero(d), s50 = hn::Zero(d), s51 = hn::Zero(d);
    for (std::size_t k = 0; k < depth; ++k) {
        const auto b0 = hn::LoadU(d, b);
        const auto b1 = hn::LoadU(d, b + lanes);
        auto number = hn::Set(d, a[0]);
        s00 = hn::MulAdd(number, b0, s00);
        s01 = hn::MulAdd(number, b1, s01);
        number = hn::Set(d, a[1]);
        s10 = hn::MulAdd(number, b0, s10);
        s11 = hn::MulAdd(number, b1, s11);
        number = hn::Set(d, a[2]);
        s20 = hn::MulAdd(number, b0, s20);
        s21 = hn::MulAdd(number, b1, s21);
        number = hn::Set(d, a[3]);
        s30 = hn::MulAdd(number, b0, s30);
        s31 = hn::MulAdd(number, b1, s31);
        number = hn::Set(d, a[4]);
        s40 = hn::MulAdd(number, b0, s40);
        s41 = hn::MulAdd(number, b1, s41);
        number = hn::Set(d, a[5]);
        s50 = hn::MulAdd(number, b0, s50);
        s51 = hn::MulAdd(number, b1, s51);
        a += productTileRows;
        b += 2 * lanes;
    }
    const auto store = [&](std::size_t row, auto left, auto right) {
        hn::StoreU(left, d, tile + row * 2 * lanes);
        hn::StoreU(right, d, tile + row * 2 * lanes + lanes);
    };
    store(0, s00, s01);
    store(1, s10, s11);
    store(2, s20, s21);
    store(3, s30, s31);
    store(4, s40, s41);
    store(5, s50, s51);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(tileColumns);
HWY_EXPORT(tileProduct);

std::size_t productTileColumns()
{
    return HWY_DYNAMIC_DISPATCH(tileColumns)();
}

void multiplyTile(std::size_t depth, const double* a, const double* b, double* tile)
{
    HWY_DYNAMIC_DISPATCH(tileProduct)(depth, a, b, tile);
}

} // namespace loupe
#endif
