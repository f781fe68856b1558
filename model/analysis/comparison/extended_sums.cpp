#include "analysis/comparison/extended_sums.h"

#include <cmath>

namespace loupe {

namespace {

struct ExtendedNumber {
    long double real = 0;
    long double imaginary = 0;

    bool finite() const { return isFinite(real) && isFinite(imaginary); }
    bool nan() const { return std::isnan(real) || std::isnan(imaginary); }
    long double square() const { return real * real + imaginary * imaginary; }
    /// Exact for real numbers.
    long double magnitude() const { return imaginary == 0 ? std::abs(real) : std::sqrt(square()); }
};

ExtendedNumber at(ExtendedPointers numbers, std::size_t index)
{
    return {numbers.real[index], numbers.imaginary ? numbers.imaginary[index] : 0};
}

bool differ(const ExtendedNumber& a, const ExtendedNumber& b)
{
    return !(a.real == b.real && a.imaginary == b.imaginary) && !(a.nan() && b.nan());
}

} // namespace

DeltaTally extendedSums(ExtendedPointers a, ExtendedPointers b, std::size_t count)
{
    DeltaTally tally;
    for (std::size_t i = 0; i < count; ++i) {
        const ExtendedNumber x = at(a, i);
        const ExtendedNumber y = at(b, i);
        if (differ(x, y)) {
            ++tally.differing;
            tally.firstDifference = std::min<std::uint64_t>(tally.firstDifference, i);
        }
        if (!x.finite() || !y.finite()) {
            tally.nonfiniteOnlyA += y.finite();
            tally.nonfiniteOnlyB += x.finite();
            continue;
        }
        const ExtendedNumber distance{x.real - y.real, x.imaginary - y.imaginary};
        ++tally.compared;
        tally.maximum = std::max(tally.maximum, static_cast<double>(distance.magnitude()));
        tally.magnitudes += distance.magnitude();
        tally.squares += distance.square();
        tally.products += x.real * y.real + x.imaginary * y.imaginary;
        tally.squaresA += x.square();
        tally.squaresB += y.square();
    }
    return tally;
}

std::uint64_t extendedBeyond(ExtendedPointers a, ExtendedPointers b, std::size_t count, const Tolerance& tolerance)
{
    std::uint64_t beyond = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const ExtendedNumber x = at(a, i);
        const ExtendedNumber y = at(b, i);
        const ExtendedNumber distance{x.real - y.real, x.imaginary - y.imaginary};
        const bool near =
            x.finite() && y.finite() && distance.magnitude() <= tolerance.absolute + tolerance.relative * y.magnitude();
        beyond += differ(x, y) && !near;
    }
    return beyond;
}

} // namespace loupe
