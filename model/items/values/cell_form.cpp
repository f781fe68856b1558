#include "items/values/cell_form.h"

#include "analysis/comparison/difference_reader.h"
#include "analysis/slices/widened.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

constexpr int briefDigits = 6;

__extension__ using Wide = __int128; // holds the difference of any two 64-bit integers
__extension__ using WideMagnitude = unsigned __int128;

bool isInteger(DType dtype)
{
    const DTypeKind kind = info(dtype).kind;
    return kind == DTypeKind::Boolean || kind == DTypeKind::Unsigned || kind == DTypeKind::Signed;
}

Wide integerOf(DType dtype, std::uint64_t pattern)
{
    const Scalar value = scalarOf(dtype, pattern);
    return value.kind == Scalar::Kind::Signed ? Wide{value.asSigned} : Wide{value.asUnsigned};
}

CellBits bitsOf(Wide number)
{
    return {std::uint64_t(number), std::uint64_t(number >> 64)};
}

Wide wideOf(CellBits bits)
{
    return Wide(WideMagnitude(bits.high) << 64 | bits.low);
}

QString integerText(Wide number)
{
    constexpr auto half = std::uint64_t{10'000'000'000'000'000'000U};
    constexpr int halfDigits = 19;
    const auto magnitude = number < 0 ? -WideMagnitude(number) : WideMagnitude(number);
    const auto upper = std::uint64_t(magnitude / half);
    const auto lower = std::uint64_t(magnitude % half);
    const QString text = upper == 0 ? QString::number(lower)
                                    : QString::number(upper) + QString::number(lower).rightJustified(halfDigits, u'0');
    return number < 0 ? u'-' + text : text;
}

double readDifference(DType a, std::uint64_t patternA, DType b, std::uint64_t patternB, ComplexPart part)
{
    double difference = 0;
    DifferenceReader(a, b, part)
        .read(reinterpret_cast<const std::byte*>(&patternA), reinterpret_cast<const std::byte*>(&patternB), 0, 1,
            {&difference, 1});
    return difference;
}

bool isSingle(double number)
{
    if (!std::isfinite(number))
        return true; // it has no digits
    return std::abs(number) <= double(std::numeric_limits<float>::max()) && double(float(number)) == number;
}

} // namespace

CellForm CellForm::ofDifferences(DType a, DType b)
{
    if (isInteger(a) && isInteger(b))
        return {Kind::Integer, a, b};
    const bool complex = info(a).kind == DTypeKind::Complex || info(b).kind == DTypeKind::Complex;
    return {complex ? Kind::Complex : Kind::Real, a, b};
}

CellBits CellForm::difference(std::uint64_t patternA, std::uint64_t patternB) const
{
    if (m_kind == Kind::Integer)
        return bitsOf(integerOf(m_b, patternB) - integerOf(m_a, patternA));
    const auto part = [&](ComplexPart wanted) {
        return std::bit_cast<std::uint64_t>(readDifference(m_a, patternA, m_b, patternB, wanted));
    };
    return {part(ComplexPart::Real), m_kind == Kind::Complex ? part(ComplexPart::Imaginary) : 0};
}

Scalar CellForm::value(CellBits bits) const
{
    if (m_kind == Kind::Element)
        return scalarOf(m_a, bits.low);
    Scalar value{.kind = Scalar::Kind::Float};
    if (m_kind == Kind::Integer) {
        value.real = double(wideOf(bits));
        return value;
    }
    value.real = std::bit_cast<double>(bits.low);
    const auto holdsSingles = [](DType dtype) { return fitsFloat(dtype) || dtype == DType::C64; };
    const bool singles = holdsSingles(m_a) && holdsSingles(m_b);
    if (m_kind == Kind::Complex) {
        value.kind = Scalar::Kind::Complex;
        value.imaginary = std::bit_cast<double>(bits.high);
    }
    value.singlePrecision = singles && isSingle(value.real) && isSingle(value.imaginary);
    return value;
}

QString CellForm::text(CellBits bits, Notation notation) const
{
    if (m_kind == Kind::Element)
        return valueText(m_a, bits.low, notation);
    if (m_kind == Kind::Integer)
        return integerText(wideOf(bits));
    const Scalar number = value(bits);
    return numberText(number, number.singlePrecision ? DType::F32 : DType::F64, notation);
}

QString CellForm::cellText(CellBits bits, Notation notation) const
{
    if (m_kind == Kind::Integer)
        return text(bits, notation);
    const Scalar number = value(bits);
    if (m_kind == Kind::Element) {
        const bool isBrief = notation == Notation::Decimal && number.kind == Scalar::Kind::Float;
        return isBrief && std::isfinite(number.real) ? QString::number(number.real, 'g', briefDigits)
                                                     : text(bits, notation);
    }
    const auto brief = [notation](double part) {
        return notation == Notation::Scientific ? QString::number(part, 'e', briefDigits - 1)
                                                : QString::number(part, 'g', briefDigits);
    };
    if (m_kind == Kind::Real)
        return brief(number.real);
    const QString imaginary = brief(number.imaginary);
    return brief(number.real) + (imaginary.startsWith(u'-') ? imaginary : u'+' + imaginary) + u'i';
}

int CellForm::cellTextLength(Notation notation) const
{
    if (m_kind == Kind::Element)
        return valueTextLength(m_a, notation);
    if (m_kind == Kind::Integer) {
        // "-383" for I8 and U8; "-27670116110564327424" for U64 and I64.
        const unsigned bits = std::max(bitsPerElement(m_a), bitsPerElement(m_b));
        return bits == 8 ? 4 : bits == 16 ? 6 : bits == 32 ? 11 : 21;
    }
    constexpr int part = briefDigits + 7; // "-", ".", "e-308"
    return m_kind == Kind::Complex ? 2 * part + 2 : part;
}

} // namespace loupe
