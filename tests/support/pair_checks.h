#pragma once

#include "analysis/kernels/difference_sums.h"
#include "analysis/kernels/equal_bytes.h"
#include "support/plain_delta.h"

#include <cstring>
#include <span>
#include <string>

namespace loupe::test {

// What holds between the kernels of pairs and their twins on any bytes at all: the first thing that does not, as a
// sentence, else empty. Tests and the fuzz target share it.

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
    // What squares of doubles lose is for the caller to see.
    const auto safe = [](long double squares) { return squares == 0 || (squares > 0x1p-900L && squares < 0x1p1000L); };
    if (!safe(plain.squares) || !safe(plain.squaresA) || !safe(plain.squaresB))
        return {};
    const long double norms = std::sqrt(plain.squaresA * plain.squaresB);
    if (sums.maximum != static_cast<double>(plain.maximum))
        return "the largest difference is the same";
    if (!nearSum(sums.magnitudes, plain.magnitudes, plain.magnitudes)
        || !nearSum(sums.squares, plain.squares, plain.squares) || !nearSum(sums.products, plain.products, norms)
        || !nearSum(sums.squaresA, plain.squaresA, plain.squaresA)
        || !nearSum(sums.squaresB, plain.squaresB, plain.squaresB))
        return "the sums agree";
    return {};
}

/// The kernels of pairs, the numbers of one side beginning `skip` bytes into one half of `bytes`, those of the other
/// where the other half begins.
inline std::string checkPairs(std::span<const std::byte> bytes, std::size_t skip)
{
    const std::size_t half = bytes.size() / 2;
    const std::byte* const a = bytes.data() + std::min(skip, half);
    const std::byte* const b = bytes.data() + half;
    const std::size_t size = half - std::min(skip, half);
    if (size > 0 && equalBytes(a, b, size) != (std::memcmp(a, b, size) == 0))
        return "bytes are equal where memcmp says so";
    for (const auto& differs :
        {checkSums<F32Pairs>(DType::F32, a, b, size / 4), checkSums<BF16Pairs>(DType::BF16, a, b, size / 2),
            checkSums<F16Pairs>(DType::F16, a, b, size / 2), checkSums<F64Pairs>(DType::F64, a, b, size / 8)}) {
        if (!differs.empty())
            return differs;
    }
    return {};
}

} // namespace loupe::test
