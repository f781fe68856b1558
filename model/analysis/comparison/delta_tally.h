#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace loupe {

/// Figures of the pairs of elements so far; chunks merge in the order of elements. Blocks are summed in double
/// precision over at most 2048 pairs, in 2 or more sums, which costs at most a part in 10^13 of a sum of squares; they
/// merge in extended precision, which neither overflows for squares of doubles nor loses anything that a double shows.
struct DeltaTally {
    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t compared = 0; ///< pairs that are finite on both sides; what follows counts all pairs, the sums these
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
    long double products = 0; ///< sum of a b; for complex numbers, of its real part with b conjugated
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
