#include "analysis/linear_algebra/reflections.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/linear_algebra/reflections.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

double dot(const double* a, const double* b, std::size_t count)
{
    const hn::ScalableTag<double> d;
    const std::size_t lanes = hn::Lanes(d);
    auto even = hn::Zero(d), odd = hn::Zero(d);
    std::size_t i = 0;
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
        even = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), even);
        odd = hn::MulAdd(hn::LoadU(d, a + i + lanes), hn::LoadU(d, b + i + lanes), odd);
    }
    if (i + lanes <= count) {
        even = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), even);
        i += lanes;
    }
    double sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd)));
    for (; i < count; ++i)
        sum += a[i] * b[i];
    return sum;
}

/// to += factor · from.
void addScaled(double factor, const double* from, double* to, std::size_t count)
{
    const hn::ScalableTag<double> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto factors = hn::Set(d, factor);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        hn::StoreU(hn::MulAdd(factors, hn::LoadU(d, from + i), hn::LoadU(d, to + i)), d, to + i);
    for (; i < count; ++i)
        to[i] += factor * from[i];
}

/// to += a · from + b · other.
void addBoth(double a, const double* from, double b, const double* other, double* to, std::size_t count)
{
    const hn::ScalableTag<double> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto factorsA = hn::Set(d, a), factorsB = hn::Set(d, b);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto sum = hn::MulAdd(factorsA, hn::LoadU(d, from + i), hn::LoadU(d, to + i));
        hn::StoreU(hn::MulAdd(factorsB, hn::LoadU(d, other + i), sum), d, to + i);
    }
    for (; i < count; ++i)
        to[i] += a * from[i] + b * other[i];
}

/// Divides x by a power of two near its largest magnitude, and returns that.
double scaleToOne(double* x, std::size_t count)
{
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i)
        largest = std::max(largest, std::abs(x[i]));
    if (largest == 0 || !std::isfinite(largest))
        return 1;
    const double unit = std::ldexp(1.0, std::ilogb(largest));
    for (std::size_t i = 0; i < count; ++i)
        x[i] /= unit;
    return unit;
}

/// Replaces x by the v of the reflection that maps it to a multiple of the first unit vector, and returns the factor: 0
/// if x is such a multiple already. Sets `first` to that multiple.
double reflect(double* x, std::size_t count, double& first)
{
    using Limits = std::numeric_limits<double>;
    constexpr double least = Limits::min() / Limits::epsilon(); // smaller squares lose digits or become 0
    const auto squaresOfRest = [&] { return count > 1 ? dot(x + 1, x + 1, count - 1) : 0.0; };
    double rest = squaresOfRest();
    double norm = x[0] * x[0] + rest;
    double unit = 1;
    if (!(norm >= least && norm <= Limits::max())) {
        unit = scaleToOne(x, count);
        rest = squaresOfRest();
        norm = x[0] * x[0] + rest;
    }
    first = x[0] * unit;
    if (rest == 0)
        return 0;
    norm = std::sqrt(norm);
    first = x[0] > 0 ? -norm : norm;
    const double scale = 1 / (x[0] - first);
    const double factor = (first - x[0]) / first;
    for (std::size_t i = 1; i < count; ++i)
        x[i] *= scale;
    x[0] = 1;
    first *= unit;
    return factor;
}

void factorTall(double* columns, std::size_t count, std::size_t length, std::size_t stride, double* factors)
{
    for (std::size_t j = 0; j < std::min(count, length); ++j) {
        double* v = columns + j * stride + j;
        double first = 0;
        factors[j] = reflect(v, length - j, first);
        v[0] = 1;
        for (std::size_t k = j + 1; k < count && factors[j] != 0; ++k) {
            double* other = columns + k * stride + j;
            addScaled(-factors[j] * dot(v, other, length - j), v, other, length - j);
        }
        v[0] = first;
    }
}

/// Applies a reflection on both sides of the diagonal block of `count` rows from `begin` on. `w`: scratch.
void reflectDiagonal(
    const SymmetricBand& band, std::size_t begin, std::size_t count, const double* v, double factor, double* w)
{
    std::fill_n(w, count, 0.0);
    for (std::size_t j = 0; j < count; ++j) {
        const double* column = band.numbers + (begin + j) * band.stride();
        w[j] += column[0] * v[j] + dot(column + 1, v + j + 1, count - j - 1);
        addScaled(v[j], column + 1, w + j + 1, count - j - 1);
    }
    const double middle = -0.5 * factor * factor * dot(w, v, count);
    for (std::size_t j = 0; j < count; ++j)
        w[j] = factor * w[j] + middle * v[j];
    for (std::size_t j = 0; j < count; ++j)
        addBoth(-w[j], v + j, -v[j], w + j, band.numbers + (begin + j) * band.stride(), count - j);
}

void tridiagonalColumn(const SymmetricBand& band, std::size_t column, double* scratch)
{
    const std::size_t stride = band.stride();
    double* v = scratch;
    double* next = scratch + band.width;
    double* w = scratch + 2 * band.width;
    std::size_t begin = column + 1;
    std::size_t count = std::min(band.width, band.order - begin);
    double* entries = band.numbers + column * stride + 1;
    std::copy_n(entries, count, v);
    double factor = reflect(v, count, entries[0]);
    v[0] = 1;
    std::fill(entries + 1, entries + count, 0.0);
    while (true) {
        if (factor != 0)
            reflectDiagonal(band, begin, count, v, factor, w);
        const std::size_t below = begin + count;
        const std::size_t countBelow = std::min(band.width, band.order - below);
        if (countBelow == 0)
            return;
        // Transform the block below from the right, then remove the fill-in in its first column from the left.
        const auto blockColumn = [&](std::size_t j) { return band.numbers + (begin + j) * stride + count - j; };
        if (factor != 0) {
            std::fill_n(w, countBelow, 0.0);
            for (std::size_t j = 0; j < count; ++j)
                addScaled(v[j], blockColumn(j), w, countBelow);
            for (std::size_t j = 0; j < count; ++j)
                addScaled(-factor * v[j], w, blockColumn(j), countBelow);
        }
        double* first = blockColumn(0);
        std::copy_n(first, countBelow, next);
        factor = reflect(next, countBelow, first[0]);
        next[0] = 1;
        std::fill(first + 1, first + countBelow, 0.0);
        for (std::size_t j = 1; j < count && factor != 0; ++j)
            addScaled(-factor * dot(next, blockColumn(j), countBelow), next, blockColumn(j), countBelow);
        std::swap(v, next);
        begin = below;
        count = countBelow;
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(factorTall);
HWY_EXPORT(tridiagonalColumn);

void factorColumns(double* columns, std::size_t count, std::size_t length, std::size_t stride, double* factors)
{
    HWY_DYNAMIC_DISPATCH(factorTall)(columns, count, length, stride, factors);
}

void makeColumnTridiagonal(const SymmetricBand& band, std::size_t column, double* scratch)
{
    HWY_DYNAMIC_DISPATCH(tridiagonalColumn)(band, column, scratch);
}

} // namespace loupe
#endif
