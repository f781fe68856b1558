#pragma once

#include "analysis/kernels/difference_sums.h"
#include "analysis/kernels/equal_bytes.h"
#include "support/plain_delta.h"

#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace loupe::test {

// Checks the kernels for pairs against their slow twins, for any bytes. The result describes the first mismatch, or is
// empty. Shared by tests and the fuzz target.

inline bool nearSum(double actual, long double expected, long double scale)
{
    return std::abs(actual - expected) <= 1e-12L * scale;
}

template <typename Pairs>
std::string checkSums(DType dtype, const std::byte* a, const std::byte* b, std::size_t count)
{
    const std::size_t size = count * bitsPerElement(dtype) / 8;
    const PlainDelta plain = plainDelta(dtype, {a, size}, dtype, {b, size}, count);
    const DifferenceSums sums = Pairs::sums(a, b, count);
    if (plain.compared < count)
        return std::isfinite(sums.squaresA + sums.squaresB) ? "a number that is not finite shows in the squares" : "";
    if (sums.differing != plain.differing || sums.differingBits != plain.differingBits)
        return "as many pairs differ";
    if (sums.maximumUlp != plain.maximumUlp)
        return "the distance in units of the last place is the same";
    // The squares of doubles may overflow or underflow, which the caller has to notice.
    const auto safe = [](long double squares) { return squares == 0 || (squares > 0x1p-900L && squares < 0x1p1000L); };
    if (!safe(plain.squares) || !safe(plain.squaresA) || !safe(plain.squaresB))
        return {};
    const long double norms = std::sqrt(plain.squaresA * plain.squaresB);
    // The twin's maximum is rounded twice.
    if (std::abs(sums.maximum - plain.maximum) > 0x1p-52L * plain.maximum)
        return "the largest difference is the same";
    if (!nearSum(sums.magnitudes, plain.magnitudes, plain.magnitudes)
        || !nearSum(sums.squares, plain.squares, plain.squares) || !nearSum(sums.products, plain.products, norms)
        || !nearSum(sums.squaresA, plain.squaresA, plain.squaresA)
        || !nearSum(sums.squaresB, plain.squaresB, plain.squaresB))
        return "the sums agree";
    return {};
}

template <typename Pairs>
std::string checkDifferences(DType dtype, const std::byte* a, const std::byte* b, std::size_t count)
{
    const std::size_t size = count * bitsPerElement(dtype) / 8;
    constexpr double untouched = 12345;
    std::vector<double> differences(count + 1, untouched);
    const std::size_t finite = Pairs::differences(a, b, count, differences.data());
    std::size_t plainFinite = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = readScalar(dtype, {a, size}, i).toDouble();
        const double y = readScalar(dtype, {b, size}, i).toDouble();
        const double difference = y - x;
        plainFinite += std::isfinite(difference);
        if (std::isfinite(difference) ? differences[i] != difference : std::isfinite(differences[i]))
            return "each difference is that of its pair";
    }
    if (finite != plainFinite)
        return "as many differences are finite";
    return differences.back() == untouched ? "" : "no more differences are written than there are pairs";
}

/// Checks the kernels for pairs. The numbers of one side begin `skip` bytes into one half of `bytes`, those of the
/// other side at the start of the other half.
inline std::string checkPairs(std::span<const std::byte> bytes, std::size_t skip)
{
    const std::size_t half = bytes.size() / 2;
    const std::byte* const a = bytes.data() + std::min(skip, half);
    const std::byte* const b = bytes.data() + half;
    const std::size_t size = half - std::min(skip, half);
    if (size > 0 && equalBytes(a, b, size) != (std::memcmp(a, b, size) == 0))
        return "bytes are equal where memcmp says so";
    for (const auto& differs : {checkSums<F32Pairs>(DType::F32, a, b, size / 4),
             checkSums<BF16Pairs>(DType::BF16, a, b, size / 2), checkSums<F16Pairs>(DType::F16, a, b, size / 2),
             checkSums<F64Pairs>(DType::F64, a, b, size / 8), checkDifferences<F32Pairs>(DType::F32, a, b, size / 4),
             checkDifferences<BF16Pairs>(DType::BF16, a, b, size / 2),
             checkDifferences<F16Pairs>(DType::F16, a, b, size / 2),
             checkDifferences<F64Pairs>(DType::F64, a, b, size / 8)}) {
        if (!differs.empty())
            return differs;
    }
    return {};
}

} // namespace loupe::test
