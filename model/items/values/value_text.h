#pragma once

#include "core/dtype.h"

#include <QString>
#include <cstdint>
#include <optional>
#include <span>

namespace loupe {

/// How a table writes numbers.
enum class Notation : std::uint8_t {
    Decimal, ///< shortest text that reads back as the same value
    Scientific, ///< with an exponent and as many digits as the dtype may need; integers as in Decimal
    Hex, ///< the pattern's bits; for complex elements those of the real part, a space, and the imaginary part
};

/// The value of one element, given its pattern in the low bits.
Scalar scalarOf(DType dtype, std::uint64_t pattern);
QString valueText(DType dtype, std::uint64_t pattern, Notation notation);
/// A number with, in Scientific, as many digits as the dtype's numbers may need. Hex is as Decimal.
QString numberText(const Scalar& number, DType digits, Notation notation);
/// A number as the window shows it: with a minus sign, "NaN", "+Inf", "−Inf". What is copied or exported stays plain.
QString shownNumber(QString number);
/// Characters of the longest valueText() of the dtype. Precondition: hasReadableValues(dtype).
int valueTextLength(DType dtype, Notation notation);

/// Element `number` as an index, "[3, 17]"; "element 17" where there are more axes than anyone reads, and where the
/// shape has no such element.
QString indexText(std::span<const std::uint64_t> shape, std::uint64_t number);
/// The element that people mean: an index such as "[3, 17]" or "3, 17", from the end where negative, or a number in
/// row-major order such as "4096" or "0x1000". Nothing if it is none of the tensor's.
std::optional<std::uint64_t> parseIndex(std::span<const std::uint64_t> shape, const QString& text);

} // namespace loupe
