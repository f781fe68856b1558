#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe {

/// Figures of a few thousand neighboring pairs of numbers a, b. Sums are in double precision.
struct DifferenceSums {
    std::uint64_t differing = 0; ///< pairs whose values differ; -0 equals +0
    std::uint64_t differingBits = 0;
    std::uint64_t maximumUlp = 0; ///< how many numbers of the dtype lie at most between a and b, b included
    double maximum = 0; ///< of |a - b|
    double magnitudes = 0; ///< sum of |a - b|
    double squares = 0; ///< sum of (a - b)^2
    double products = 0; ///< sum of a b
    double squaresA = 0; ///< sum of a^2
    double squaresB = 0;
};

/// How a float dtype lies in memory, and the figures of `count` pairs, of any alignment, if all are finite. Where one
/// is not, `squaresA` or `squaresB` is not finite, and the rest means nothing. Squares of doubles may overflow or
/// vanish. differences(): b - a of each pair as a double, rounded once at most; returns how many of them are finite.
struct F32Pairs {
    using Word = std::uint32_t;
    static constexpr Word exponent = 0x7f80'0000;
    static DifferenceSums sums(const std::byte* a, const std::byte* b, std::size_t count);
    static std::size_t differences(const std::byte* a, const std::byte* b, std::size_t count, double* differences);
};
struct BF16Pairs {
    using Word = std::uint16_t;
    static constexpr Word exponent = 0x7f80;
    static DifferenceSums sums(const std::byte* a, const std::byte* b, std::size_t count);
    static std::size_t differences(const std::byte* a, const std::byte* b, std::size_t count, double* differences);
};
struct F16Pairs {
    using Word = std::uint16_t;
    static constexpr Word exponent = 0x7c00;
    static DifferenceSums sums(const std::byte* a, const std::byte* b, std::size_t count);
    static std::size_t differences(const std::byte* a, const std::byte* b, std::size_t count, double* differences);
};
struct F64Pairs {
    using Word = std::uint64_t;
    static constexpr Word exponent = 0x7ff0'0000'0000'0000;
    static DifferenceSums sums(const std::byte* a, const std::byte* b, std::size_t count);
    static std::size_t differences(const std::byte* a, const std::byte* b, std::size_t count, double* differences);
};

} // namespace loupe
