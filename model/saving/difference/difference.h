#pragma once

#include "core/buffer.h"
#include "core/dtype.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace loupe {

// Element-wise differences b - a. If both sides are integers (or booleans, which count as the value of their byte), the
// difference is exact, then cast as integers are, so it is clamped to the range of the dtype. Otherwise both are
// converted to F64, subtracted, and cast once. NaN and infinities follow IEEE 754: the difference of two equal
// infinities is NaN.

/// The default dtype for differences; nullopt if values cannot be read or are complex.
/// - Floats: F64 if either side is F64, else F32. 16 bits rarely hold the difference of two 16-bit floats; with F32,
///   adding the difference to a gives b.
/// - Integers: the signed dtype of twice the width, which holds every difference; I64 for 64-bit integers.
/// - An integer and a float: F64 if the integer has more than 16 bits, else as for floats.
///
/// `largest`: the largest absolute difference between finite elements, if known. The dtype is then F64 also if F32
/// cannot hold that.
std::optional<DType> differenceDType(DType a, DType b, const std::optional<double>& largest = {});

/// True if differences of a and b can be written as `to`.
bool canSubtract(DType a, DType b, DType to);

/// Subtracts one block of elements of b and a.
class DifferenceBlock {
public:
    /// Precondition: canSubtract(a, b, to).
    DifferenceBlock(DType a, DType b, DType to);

    /// Allocates room for this many elements. Fails with OutOfMemory.
    Result<> resize(std::size_t count);
    void setA(std::span<const std::byte> elements);
    void setB(std::span<const std::byte> elements);
    /// b - a in the target dtype, valid until the next call. Call it once, after setting both sides.
    std::span<const std::byte> subtract();

private:
    void widen(DType from, DType to, std::span<const std::byte> elements, Buffer& target) const;

    DType m_a;
    DType m_b;
    DType m_to;
    bool m_integers; ///< both sides are integers
    std::size_t m_count = 0;
    Buffer m_wideA; ///< 8 bytes per element: F64, I64, or U64 if the elements are U64
    Buffer m_wideB;
    Buffer m_result;
};

} // namespace loupe
