#pragma once

#include "core/buffer.h"
#include "core/dtype.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace loupe {

// Differences b - a of elements, one by one. Where both are integers (or booleans, which count as their byte's number):
// exact, then cast as integers are, which ends at the smallest and largest value. Else both as F64, subtracted there,
// and cast once. NaN and infinities follow IEEE 754: what is infinite in both alike becomes NaN.

/// The dtype that differences get unless another one is asked for. For floats F64 where one is F64, else F32: a pair of
/// 16-bit floats rarely has a difference that 16 bits hold, and with F32 adding it to a gives b. For integers the
/// signed ones of twice the width, which hold every difference; of 64-bit ones I64. For an integer and a float F64
/// where the integer has more than 16 bits, else as floats. Nothing if values cannot be read, and of complex ones.
/// `largest`, of the differences in absolute value between finite elements, where it is known: F64 also where an F32
/// cannot hold it.
std::optional<DType> differenceDType(DType a, DType b, const std::optional<double>& largest = {});

/// Whether differences of a and b can be written as `to`.
bool canSubtract(DType a, DType b, DType to);

/// A block of differences, to be made of a block of each side.
class DifferenceBlock {
public:
    /// Precondition: canSubtract(a, b, to).
    DifferenceBlock(DType a, DType b, DType to);

    /// Makes room for this many elements. Fails with OutOfMemory.
    Result<> resize(std::size_t count);
    void setA(std::span<const std::byte> elements);
    void setB(std::span<const std::byte> elements);
    /// b - a in the dtype wanted; valid until the next call. To be called once after both were set.
    std::span<const std::byte> subtract();

private:
    void widen(DType from, DType to, std::span<const std::byte> elements, Buffer& target) const;

    DType m_a;
    DType m_b;
    DType m_to;
    bool m_integers; ///< both are
    std::size_t m_count = 0;
    Buffer m_wideA; ///< 8 bytes an element: F64, I64 or, of U64, that
    Buffer m_wideB;
    Buffer m_result;
};

} // namespace loupe
