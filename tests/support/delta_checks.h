#pragma once

#include "support/plain_delta.h"

#include <cmath>
#include <limits>
#include <string>

namespace loupe::test {

// Checks a comparison against its slow twin, for any bytes. The result describes the first mismatch, or is empty.
// Shared by tests and the fuzz target.

/// Two tensors with the same number of elements, whose values can be read.
struct PlainPair {
    DType dtypeA = DType::U8;
    std::span<const std::byte> bytesA;
    DType dtypeB = DType::U8;
    std::span<const std::byte> bytesB;
    std::uint64_t count = 0; ///< elements of each tensor

    bool sameDType() const { return dtypeA == dtypeB; }
    bool identical() const
    {
        return sameDType() && std::equal(bytesA.begin(), bytesA.end(), bytesB.begin(), bytesB.end());
    }
    bool fitDoubles() const
    {
        const auto fits = [](DType dtype) {
            return dtype != DType::I64 && dtype != DType::U64 && info(dtype).kind != DTypeKind::Complex;
        };
        return fits(dtypeA) && fits(dtypeB);
    }
};

/// The number of pairs beyond the tolerance, computed in double precision like NumPy.
inline std::uint64_t plainBeyond(const PlainPair& pair, const Tolerance& tolerance)
{
    std::uint64_t beyond = 0;
    for (std::uint64_t i = 0; i < pair.count; ++i) {
        const double a = readScalar(pair.dtypeA, pair.bytesA, i).toDouble();
        const double b = readScalar(pair.dtypeB, pair.bytesB, i).toDouble();
        const bool same = a == b || (std::isnan(a) && std::isnan(b));
        const double allowed = tolerance.absolute + tolerance.relative * std::abs(b);
        beyond += !same && !(std::isfinite(a) && std::isfinite(b) && std::abs(a - b) <= allowed);
    }
    return beyond;
}

inline std::string checkBeyond(const Delta& delta, const PlainPair& pair, const Tolerance& tolerance)
{
    if (pair.fitDoubles())
        return delta.beyondTolerance == plainBeyond(pair, tolerance) ? "" : "as many pairs are beyond the tolerance";
    // The twin uses extended precision, so rounding may differ exactly at the limit.
    const auto scaled = [&](double factor) {
        const Tolerance other{tolerance.absolute * factor, tolerance.relative * factor};
        return plainDelta(pair.dtypeA, pair.bytesA, pair.dtypeB, pair.bytesB, pair.count, other).beyond;
    };
    return delta.beyondTolerance >= scaled(1 + 1e-12) && delta.beyondTolerance <= scaled(1 - 1e-12)
        ? ""
        : "about as many pairs are beyond the tolerance";
}

inline bool nearFigure(const std::optional<double>& actual, long double expected, long double scale)
{
    if (!actual)
        return false;
    if (const auto rounded = static_cast<double>(expected); std::isinf(rounded))
        return *actual == rounded;
    return std::abs(*actual - expected) <= 1e-12L * scale + std::numeric_limits<double>::denorm_min();
}

inline std::string checkSums(const Delta& delta, const PlainDelta& plain)
{
    if (plain.compared == 0) {
        const bool any = delta.maximum || delta.mean || delta.rms || delta.relativeL2 || delta.cosine;
        return any ? "there are no figures without finite pairs" : "";
    }
    const auto count = static_cast<long double>(plain.compared);
    if (!nearFigure(delta.maximum, plain.maximum, plain.maximum * 1e-3L))
        return "the largest difference is the same";
    if (!nearFigure(delta.mean, plain.magnitudes / count, plain.magnitudes / count))
        return "the mean difference is the same";
    if (const long double rms = std::sqrt(plain.squares / count); !nearFigure(delta.rms, rms, rms))
        return "the root of the mean square is the same";
    if (plain.squaresA > 0) {
        const long double relative = std::sqrt(plain.squares / plain.squaresA);
        if (!nearFigure(delta.relativeL2, relative, relative))
            return "the relative distance is the same";
        if (plain.squares > 0 && !nearFigure(delta.signalToNoise, -20 * std::log10(relative), 1))
            return "the signal-to-noise ratio is the same";
    }
    if (plain.squaresB > 0) {
        const long double relative = std::sqrt(plain.squares / plain.squaresB);
        if (!nearFigure(delta.relativeToB, relative, relative))
            return "the distance relative to b is the same";
    } else if (delta.relativeToB.has_value() != (plain.squares == 0)) {
        return "nothing is relative to zeros, but a distance of 0";
    }
    if (plain.squaresA == 0 || plain.squaresB == 0)
        return delta.cosine ? "zeros have no direction" : "";
    const long double norms = std::sqrt(plain.squaresA) * std::sqrt(plain.squaresB);
    return nearFigure(delta.cosine, plain.products / norms, 1) ? "" : "the angle is the same";
}

/// `delta` is the comparison of this pair with this tolerance.
inline std::string checkDelta(const Delta& delta, const PlainPair& pair, const Tolerance& tolerance)
{
    const PlainDelta plain = plainDelta(pair.dtypeA, pair.bytesA, pair.dtypeB, pair.bytesB, pair.count);
    if (delta.elements != pair.count)
        return "all elements are counted";
    if (delta.identical != pair.identical())
        return "what has the same dtype and bytes is identical";
    if (delta.differing != plain.differing || delta.firstDifference != plain.firstDifference)
        return "the same elements differ";
    if (delta.differingBits != (pair.sameDType() ? std::optional(plain.differingBits) : std::nullopt))
        return "of equal dtypes, as many elements differ in bits";
    if (delta.nonfiniteOnlyA != plain.nonfiniteOnlyA || delta.nonfiniteOnlyB != plain.nonfiniteOnlyB)
        return "as many elements are not finite on one side alone";
    const bool ulp = pair.sameDType() && info(pair.dtypeA).kind == DTypeKind::Float && plain.compared > 0;
    if (delta.maximumUlp != (ulp ? std::optional(plain.maximumUlp) : std::nullopt))
        return "the distance in units of the last place is the same";
    if (auto differs = checkBeyond(delta, pair, tolerance); !differs.empty())
        return differs;
    return checkSums(delta, plain);
}

} // namespace loupe::test
