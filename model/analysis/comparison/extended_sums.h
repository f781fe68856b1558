#pragma once

#include "analysis/comparison/delta_tally.h"
#include "analysis/comparison/tolerance.h"
#include "analysis/slices/widened.h"

#include <array>
#include <cstddef>

namespace loupe {

/// Numbers in extended precision, which represents doubles and 64-bit integers exactly, and whose squares neither
/// overflow nor underflow. `imaginary` is null if all are real.
struct ExtendedPointers {
    static_assert(std::numeric_limits<long double>::digits >= 64);

    const long double* real;
    const long double* imaginary = nullptr;
};

/// Converts elements of any dtype with readable values to extended precision.
template <std::size_t blockSize>
class ExtendedNumbers {
public:
    ExtendedNumbers(DType dtype, bool complex, const std::byte* bytes, std::uint64_t first, std::size_t count)
        : m_complex(complex)
    {
        widen(dtype, bytes, first, count, m_real.data());
        if (complex && info(dtype).kind == DTypeKind::Complex)
            widen(dtype, bytes, first, count, m_imaginary.data(), ComplexPart::Imaginary);
        else if (complex)
            m_imaginary.fill(0);
    }
    ExtendedPointers numbers() const { return {m_real.data(), m_complex ? m_imaginary.data() : nullptr}; }

private:
    bool m_complex;
    std::array<long double, blockSize> m_real;
    std::array<long double, blockSize> m_imaginary;
};

/// Computes everything but differingBits, beyond and maximumUlp, pair by pair. Either both sides are complex or neither
/// is.
DeltaTally extendedSums(ExtendedPointers a, ExtendedPointers b, std::size_t count);

/// The number of pairs beyond the tolerance.
std::uint64_t extendedBeyond(ExtendedPointers a, ExtendedPointers b, std::size_t count, const Tolerance& tolerance);

} // namespace loupe
