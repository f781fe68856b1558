#pragma once

#include "items/values/value_text.h"

#include <cstdint>

namespace loupe {

/// The content of a cell in a table of values: the pattern of an element in the low bits, or a difference.
struct CellBits {
    std::uint64_t low = 0;
    std::uint64_t high = 0; ///< only for differences

    bool operator==(const CellBits&) const = default;
};

/// The meaning of the bits in a table's cells: elements of a dtype, or differences b - a of elements. Differences of
/// integers are exact. Those of floats are the nearest doubles, and those of complex numbers are two of these, as in
/// DifferenceReader.
class CellForm {
public:
    /// Elements. Precondition for all members: hasReadableValues(dtype).
    CellForm(DType dtype = DType::Opaque) // NOLINT(google-explicit-constructor): a table of elements needs no more
        : m_kind(Kind::Element)
        , m_a(dtype)
        , m_b(dtype)
    {
    }
    /// Precondition: hasReadableValues() of both.
    static CellForm ofDifferences(DType a, DType b);

    bool areDifferences() const { return m_kind != Kind::Element; }
    /// Precondition: areDifferences().
    CellBits difference(std::uint64_t patternA, std::uint64_t patternB) const;

    /// For a difference of integers, the nearest double.
    Scalar value(CellBits bits) const;
    /// Differences have no meaningful bit pattern, so Hex is the same as Decimal. If F32 can represent all numbers of
    /// both dtypes, and the difference, it is written with the digits of an F32.
    QString text(CellBits bits, Notation notation) const;
    /// text() for display in a table: floats in Decimal, and differences of floats in any notation, have at most 6
    /// significant digits.
    QString cellText(CellBits bits, Notation notation) const;
    /// An upper bound for the length of any cellText(), in characters.
    int cellTextLength(Notation notation) const;

private:
    enum class Kind : std::uint8_t { Element, Integer, Real, Complex };

    CellForm(Kind kind, DType a, DType b)
        : m_kind(kind)
        , m_a(a)
        , m_b(b)
    {
    }

    Kind m_kind;
    DType m_a; ///< or the dtype of the elements
    DType m_b;
};

} // namespace loupe
