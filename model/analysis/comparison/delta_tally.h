#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace loupe {

/// Accumulated figures of pairs of elements; chunks are merged in element order. Blocks of at most 2048 pairs are
/// summed in double precision, in 2 or more partial sums, which limits the relative error of a sum of squares to
/// 10^-13. Blocks are merged in extended precision, which neither overflows for squares of doubles nor loses anything
/// visible in a double.
struct DeltaTally {
    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

    /// Pairs that are finite on both sides; the sums cover only these, the counts below all pairs.
    std::uint64_t compared = 0;
    std::uint64_t differing = 0;
    std::uint64_t differingBits = 0;
    std::uint64_t beyond = 0; ///< pairs beyond the tolerance
    std::uint64_t nonfiniteOnlyA = 0;
    std::uint64_t nonfiniteOnlyB = 0;
    std::uint64_t firstDifference = none; ///< index of an element
    std::uint64_t maximumUlp = 0;
    double maximum = 0; ///< of |a - b|
    long double magnitudes = 0; ///< sum of |a - b|
    long double squares = 0; ///< sum of |a - b|^2
    long double products = 0; ///< sum of a b; for complex numbers, of the real part of a conj(b)
    long double squaresA = 0;
    long double squaresB = 0;

    void merge(const DeltaTally& other)
    {
        compared += other.compared;
        differing += other.differing;
        differingBits += other.differingBits;
        beyond += other.beyond;
        nonfiniteOnlyA += other.nonfiniteOnlyA;
        nonfiniteOnlyB += other.nonfiniteOnlyB;
        firstDifference = std::min(firstDifference, other.firstDifference);
        maximumUlp = std::max(maximumUlp, other.maximumUlp);
        maximum = std::max(maximum, other.maximum);
        magnitudes += other.magnitudes;
        squares += other.squares;
        products += other.products;
        squaresA += other.squaresA;
        squaresB += other.squaresB;
    }
};

} // namespace loupe
