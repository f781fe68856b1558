#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe {

/// Figures of a few thousand consecutive pairs of numbers a, b. Sums are in double precision.
struct DifferenceSums {
    std::uint64_t differing = 0; ///< pairs whose values differ; -0 equals +0
    std::uint64_t differingBits = 0;
    /// Largest distance between a and b in steps from one number of the dtype to the next.
    std::uint64_t maximumUlp = 0;
    double maximum = 0; ///< of |a - b|
    double magnitudes = 0; ///< sum of |a - b|
    double squares = 0; ///< sum of (a - b)^2
    double products = 0; ///< sum of a b
    double squaresA = 0; ///< sum of a^2
    double squaresB = 0;
};

/// The following structs describe how a float dtype is stored. sums() computes the figures of `count` pairs, of any
/// alignment, if all are finite. Otherwise `squaresA` or `squaresB` is not finite, and the rest is meaningless. Squares
/// of doubles may overflow or underflow. differences() writes b - a of each pair as a double, rounded at most once, and
/// returns how many are finite.
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
