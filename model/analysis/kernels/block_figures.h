#pragma once

#include <cstdint>
#include <limits>

namespace loupe {

/// Figures of a few thousand consecutive numbers of type T. Sums are in double precision. For so few numbers, shifted
/// by a pivot near their mean, this is practically exact.
template <typename T>
struct BlockFigures {
    std::uint64_t nan = 0;
    std::uint64_t positiveInf = 0;
    std::uint64_t negativeInf = 0;
    std::uint64_t zero = 0;
    std::uint64_t negative = 0; ///< numbers less than 0, including -Inf
    std::uint64_t subnormal = 0;
    T minimum = std::numeric_limits<T>::max(); ///< of finite numbers; meaningless if there are none
    T maximum = std::numeric_limits<T>::lowest();
    double sum = 0; ///< of (number - pivot) * scale over the finite numbers
    double squares = 0; ///< sum of the squares of these terms
};

} // namespace loupe
