#pragma once

#include "analysis/comparison/delta.h"
#include "core/dtype.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace loupe::test {

/// Slow and obvious twin of a comparison: takes one pair at a time with readScalar(), and computes in extended
/// precision.
struct PlainDelta {
    std::uint64_t compared = 0;
    std::uint64_t differing = 0;
    std::uint64_t differingBits = 0;
    std::uint64_t beyond = 0;
    std::uint64_t nonfiniteOnlyA = 0;
    std::uint64_t nonfiniteOnlyB = 0;
    std::optional<std::uint64_t> firstDifference;
    std::uint64_t maximumUlp = 0;
    long double maximum = 0;
    long double magnitudes = 0;
    long double squares = 0;
    long double products = 0;
    long double squaresA = 0;
    long double squaresB = 0;
};

struct PlainNumber {
    long double real = 0;
    long double imaginary = 0;

    bool finite() const { return std::isfinite(real) && std::isfinite(imaginary); }
    bool nan() const { return std::isnan(real) || std::isnan(imaginary); }
};

inline PlainNumber plainNumber(const Scalar& scalar)
{
    switch (scalar.kind) {
    case Scalar::Kind::Signed:
        return {static_cast<long double>(scalar.asSigned)};
    case Scalar::Kind::Unsigned:
        return {static_cast<long double>(scalar.asUnsigned)};
    default:
        return {scalar.real, scalar.imaginary};
    }
}

/// The bits of element `index`, in the low bits of the result.
inline std::uint64_t plainBits(DType dtype, std::span<const std::byte> bytes, std::uint64_t index)
{
    const unsigned width = bitsPerElement(dtype);
    std::uint64_t bits = 0;
    for (unsigned bit = 0; bit < width; ++bit) {
        const std::uint64_t at = index * width + bit;
        bits |= (std::uint64_t(bytes[at / 8]) >> (at % 8) & 1) << bit;
    }
    return bits;
}

/// The distance between two numbers of a float dtype in ULPs.
inline std::uint64_t plainUlp(DType dtype, std::uint64_t a, std::uint64_t b)
{
    const std::uint64_t sign = dtype == DType::F8_E8M0 ? 0 : std::uint64_t{1} << (bitsPerElement(dtype) - 1);
    const std::uint64_t fromZeroA = a & ~sign;
    const std::uint64_t fromZeroB = b & ~sign;
    if ((a & sign) != (b & sign))
        return fromZeroA + fromZeroB;
    return fromZeroA > fromZeroB ? fromZeroA - fromZeroB : fromZeroB - fromZeroA;
}

inline PlainDelta plainDelta(DType dtypeA, std::span<const std::byte> bytesA, DType dtypeB,
    std::span<const std::byte> bytesB, std::uint64_t count, Tolerance tolerance = {})
{
    PlainDelta delta;
    for (std::uint64_t i = 0; i < count; ++i) {
        const PlainNumber a = plainNumber(readScalar(dtypeA, bytesA, i));
        const PlainNumber b = plainNumber(readScalar(dtypeB, bytesB, i));
        const bool equal = (a.real == b.real && a.imaginary == b.imaginary) || (a.nan() && b.nan());
        const bool bothFinite = a.finite() && b.finite();
        if (!equal && !delta.firstDifference)
            delta.firstDifference = i;
        delta.differing += !equal;
        delta.nonfiniteOnlyA += !a.finite() && b.finite();
        delta.nonfiniteOnlyB += a.finite() && !b.finite();
        const long double distance = std::hypot(a.real - b.real, a.imaginary - b.imaginary);
        const long double allowed =
            tolerance.absolute + static_cast<long double>(tolerance.relative) * std::hypot(b.real, b.imaginary);
        delta.beyond += !equal && !(bothFinite && distance <= allowed);
        if (dtypeA == dtypeB)
            delta.differingBits += plainBits(dtypeA, bytesA, i) != plainBits(dtypeB, bytesB, i);
        if (!bothFinite)
            continue;
        ++delta.compared;
        if (dtypeA == dtypeB && info(dtypeA).kind == DTypeKind::Float) {
            delta.maximumUlp = std::max(
                delta.maximumUlp, plainUlp(dtypeA, plainBits(dtypeA, bytesA, i), plainBits(dtypeB, bytesB, i)));
        }
        delta.maximum = std::max(delta.maximum, distance);
        delta.magnitudes += distance;
        delta.squares += distance * distance;
        delta.products += a.real * b.real + a.imaginary * b.imaginary;
        delta.squaresA += a.real * a.real + a.imaginary * a.imaginary;
        delta.squaresB += b.real * b.real + b.imaginary * b.imaginary;
    }
    return delta;
}

} // namespace loupe::test
