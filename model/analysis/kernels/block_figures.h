#pragma once

#include <cstdint>
#include <limits>

namespace loupe {

/// Figures of a few thousand neighboring numbers of type T. Sums are in double precision; over so few addends, and
/// shifted by a pivot near their mean, that is as good as exact.
template <typename T>
struct BlockFigures {
    std::uint64_t nan = 0;
    std::uint64_t positiveInf = 0;
    std::uint64_t negativeInf = 0;
    std::uint64_t zero = 0;
    std::uint64_t negative = 0; ///< less than 0, -Inf included
    std::uint64_t subnormal = 0;
    T minimum = std::numeric_limits<T>::max(); ///< of finite numbers; meaningless while there is none
    T maximum = std::numeric_limits<T>::lowest();
    double sum = 0; ///< of (number - pivot) * scale over the finite numbers
    double squares = 0; ///< of the squares of the same
};

} // namespace loupe
