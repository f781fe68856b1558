#include "items/values/value_text.h"

#include "analysis/slices/slice.h"
#include "core/tensor.h"
#include "core/text/place.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace loupe {

namespace {

constexpr std::size_t mostAxes = 16; // an index with more axes would not be readable

/// How many significant digits distinguish any two values of the dtype, at least 3.
int digitsOf(DType dtype)
{
    const unsigned precision = info(dtype).layout.mantissaBits + 1;
    return std::max(3, int(std::ceil(1 + precision * std::log10(2.0))));
}

QString scientific(double value, DType dtype)
{
    if (!std::isfinite(value))
        return toQString(toText(Scalar{.kind = Scalar::Kind::Float, .real = value}));
    return QString::number(value, 'e', digitsOf(dtype) - 1);
}

QString signedPart(QString text)
{
    return text.startsWith(u'-') ? text : u'+' + text;
}

} // namespace

Scalar scalarOf(DType dtype, std::uint64_t pattern)
{
    static_assert(std::endian::native == std::endian::little);
    return readScalar(dtype, std::as_bytes(std::span(&pattern, 1)), 0);
}

QString valueText(DType dtype, std::uint64_t pattern, Notation notation)
{
    if (notation == Notation::Hex && dtype == DType::C64) {
        const auto part = [](std::uint32_t bits) { return QStringLiteral("%1").arg(bits, 8, 16, QChar(u'0')); };
        return part(std::uint32_t(pattern)) + u' ' + part(std::uint32_t(pattern >> 32));
    }
    if (notation == Notation::Hex)
        return QStringLiteral("%1").arg(pattern, int(bitsPerElement(dtype) + 3) / 4, 16, QChar(u'0'));
    return numberText(scalarOf(dtype, pattern), dtype, notation);
}

QString numberText(const Scalar& number, DType digits, Notation notation)
{
    if (notation == Notation::Scientific && number.kind == Scalar::Kind::Float)
        return scientific(number.real, digits);
    if (notation == Notation::Scientific && number.kind == Scalar::Kind::Complex)
        return scientific(number.real, digits) + signedPart(scientific(number.imaginary, digits)) + u'i';
    return toQString(toText(number));
}

QString shownNumber(QString number)
{
    number.replace(QStringLiteral("nan"), QStringLiteral("NaN"));
    number.replace(QStringLiteral("inf"), QStringLiteral("Inf"));
    if (number.startsWith(QStringLiteral("Inf")))
        number.prepend(u'+');
    return number.replace(u'-', QChar(0x2212));
}

int valueTextLength(DType dtype, Notation notation)
{
    const DTypeInfo& type = info(dtype);
    if (notation == Notation::Hex)
        return int(type.bits + 3) / 4 + (type.kind == DTypeKind::Complex ? 1 : 0);
    const int decimal = type.bits == 64 && type.kind == DTypeKind::Float ? 24 : 15; // "-2.2250738585072014e-308"
    const int exponent = type.bits == 64 && type.kind == DTypeKind::Float ? 7 : 6; // "-", ".", "e-45"
    const int part = notation == Notation::Decimal ? decimal : digitsOf(dtype) + exponent;
    switch (type.kind) {
    case DTypeKind::Complex:
        return 2 * part + 2;
    case DTypeKind::Float:
        return dtype == DType::F4 && notation == Notation::Decimal ? 4 : part; // "-0.5"
    case DTypeKind::Boolean:
    case DTypeKind::Unsigned:
    case DTypeKind::Signed:
    case DTypeKind::Opaque:
        break;
    }
    return integerTextLength(type);
}

int integerTextLength(const DTypeInfo& type)
{
    const int digits = type.bits <= 8 ? 3 : type.bits <= 16 ? 5 : type.bits <= 32 ? 10 : 20;
    return digits + (type.kind == DTypeKind::Signed ? 1 : 0);
}

QString indexText(std::span<const std::uint64_t> shape, std::uint64_t number)
{
    const auto count = elementCount(shape);
    if (shape.size() > mostAxes || !count || number >= *count)
        return QCoreApplication::translate("loupe::ValueText", "element %1").arg(toQString(formatCount(number)));
    return toQString(formatShape(indexOf(shape, number)));
}

std::optional<std::uint64_t> parseIndex(std::span<const std::uint64_t> shape, const QString& text)
{
    const auto count = elementCount(shape);
    QString inner = text.trimmed();
    const bool bracketed = inner.startsWith(u'[') && inner.endsWith(u']') && inner.size() >= 2;
    if (bracketed)
        inner = inner.mid(1, inner.size() - 2).trimmed();
    if (!count || *count == 0)
        return std::nullopt;
    if (inner.isEmpty())
        return bracketed && shape.empty() ? std::optional<std::uint64_t>(0) : std::nullopt;
    const QStringList parts = inner.split(u',');
    if (parts.size() == 1 && !bracketed) {
        bool valid = false;
        const bool hexadecimal = inner.startsWith(QLatin1String("0x"), Qt::CaseInsensitive);
        const std::uint64_t number = inner.toULongLong(&valid, hexadecimal ? 16 : 10);
        return valid && number < *count ? std::optional(number) : std::nullopt;
    }
    if (std::size_t(parts.size()) != shape.size())
        return std::nullopt;
    std::vector<std::uint64_t> index;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        QString part = parts[qsizetype(axis)].trimmed();
        const bool fromEnd = part.startsWith(u'-');
        bool valid = false;
        const std::uint64_t number = part.mid(fromEnd ? 1 : 0).toULongLong(&valid);
        if (!valid || (fromEnd && (number == 0 || number > shape[axis])))
            return std::nullopt;
        index.push_back(fromEnd ? shape[axis] - number : number);
    }
    return elementAt(shape, index);
}

} // namespace loupe
