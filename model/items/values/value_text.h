#pragma once

#include "core/dtype.h"

#include <QString>
#include <cstdint>
#include <optional>
#include <span>

namespace loupe {

/// The number format of a table.
enum class Notation : std::uint8_t {
    Decimal, ///< the shortest text that reads back as the same value
    Scientific, ///< with an exponent, and with as many digits as the dtype may require; integers as in Decimal
    Hex, ///< the bits of the pattern; for complex elements, those of the real part, a space, and those of the imaginary
         ///< part
};

/// The value of an element whose pattern is in the low bits.
Scalar scalarOf(DType dtype, std::uint64_t pattern);
QString valueText(DType dtype, std::uint64_t pattern, Notation notation);
/// A number; in Scientific, with as many digits as the dtype may require. Hex is the same as Decimal.
QString numberText(const Scalar& number, DType digits, Notation notation);
/// A number as shown in the window: with a real minus sign, "NaN", "+Inf", "−Inf". Copied and exported numbers stay
/// plain.
QString shownNumber(QString number);
/// The length of the longest valueText() of the dtype, in characters. Precondition: hasReadableValues(dtype).
int valueTextLength(DType dtype, Notation notation);
/// The same for a dtype of integers, in decimal.
int integerTextLength(const DTypeInfo& type);

/// The index of element `number`, "[3, 17]"; "element 17" if there are too many axes to be readable, or if the shape
/// has no such element.
QString indexText(std::span<const std::uint64_t> shape, std::uint64_t number);
/// The element that the user means: an index such as "[3, 17]" or "3, 17", with negative numbers counted from the end,
/// or a row-major index such as "4096" or "0x1000". Nullopt if the tensor has no such element.
std::optional<std::uint64_t> parseIndex(std::span<const std::uint64_t> shape, const QString& text);

} // namespace loupe
