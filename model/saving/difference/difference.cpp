#include "saving/difference/difference.h"

#include "saving/casting/cast.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace loupe {

namespace {

bool isInteger(DType dtype)
{
    const DTypeKind kind = info(dtype).kind;
    return kind == DTypeKind::Signed || kind == DTypeKind::Unsigned || kind == DTypeKind::Boolean;
}

bool isNumber(DType dtype)
{
    return hasReadableValues(dtype) && (isInteger(dtype) || info(dtype).kind == DTypeKind::Float);
}

/// A dtype that can represent every value of `dtype`, except the lower bits of 64-bit integers if the other side is a
/// float.
DType wideFor(DType dtype, bool integers)
{
    if (!integers)
        return DType::F64;
    return dtype == DType::U64 ? DType::U64 : DType::I64;
}

void subtractFloats(std::span<std::byte> b, std::span<const std::byte> a)
{
    for (std::size_t at = 0; at < b.size(); at += sizeof(double)) {
        double minuend = 0;
        double subtrahend = 0;
        std::memcpy(&minuend, b.data() + at, sizeof(double));
        std::memcpy(&subtrahend, a.data() + at, sizeof(double));
        minuend -= subtrahend;
        std::memcpy(b.data() + at, &minuend, sizeof(double));
    }
}

__extension__ using Wide = __int128;

Wide wideAt(std::span<const std::byte> values, std::size_t at, bool isUnsigned)
{
    std::int64_t value = 0;
    std::memcpy(&value, values.data() + at, sizeof(value));
    return isUnsigned ? Wide{static_cast<std::uint64_t>(value)} : Wide{value};
}

void subtractIntegers(std::span<std::byte> b, bool unsignedB, std::span<const std::byte> a, bool unsignedA)
{
    for (std::size_t at = 0; at < b.size(); at += sizeof(std::int64_t)) {
        const Wide exact = wideAt(b, at, unsignedB) - wideAt(a, at, unsignedA);
        const auto difference = static_cast<std::int64_t>(std::clamp<Wide>(
            exact, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
        std::memcpy(b.data() + at, &difference, sizeof(difference));
    }
}

} // namespace

std::optional<DType> differenceDType(DType a, DType b, const std::optional<double>& largest)
{
    if (!isNumber(a) || !isNumber(b))
        return std::nullopt;
    if (isInteger(a) && isInteger(b)) {
        const unsigned bits = std::max(bitsPerElement(a), bitsPerElement(b));
        return bits <= 8 ? DType::I16 : bits == 16 ? DType::I32 : DType::I64;
    }
    const auto needsF64 = [](DType dtype) {
        constexpr unsigned mostInF32 = 16; // F32 represents every integer with this many bits
        return dtype == DType::F64 || (isInteger(dtype) && bitsPerElement(dtype) > mostInF32);
    };
    const bool isLarge = largest.value_or(0) > double{std::numeric_limits<float>::max()};
    return isLarge || needsF64(a) || needsF64(b) ? DType::F64 : DType::F32;
}

bool canSubtract(DType a, DType b, DType to)
{
    return isNumber(a) && isNumber(b) && isNumber(to);
}

DifferenceBlock::DifferenceBlock(DType a, DType b, DType to)
    : m_a(a)
    , m_b(b)
    , m_to(to)
    , m_integers(isInteger(a) && isInteger(b))
{
}

Result<> DifferenceBlock::resize(std::size_t count)
{
    m_count = count;
    return m_wideA.resize(count * 8).and_then([&] { return m_wideB.resize(count * 8); }).and_then([&] {
        return m_result.resize((count * bitsPerElement(m_to) + 7) / 8);
    });
}

void DifferenceBlock::widen(DType from, DType to, std::span<const std::byte> elements, Buffer& target) const
{
    if (from == to)
        std::copy(elements.begin(), elements.end(), target.bytes().begin());
    else
        castElements(from, to, elements.data(), m_count, target.bytes().data());
}

void DifferenceBlock::setA(std::span<const std::byte> elements)
{
    widen(m_a, wideFor(m_a, m_integers), elements, m_wideA);
}

void DifferenceBlock::setB(std::span<const std::byte> elements)
{
    widen(m_b, wideFor(m_b, m_integers), elements, m_wideB);
}

std::span<const std::byte> DifferenceBlock::subtract()
{
    if (m_integers)
        subtractIntegers(m_wideB.bytes(), m_b == DType::U64, m_wideA.bytes(), m_a == DType::U64);
    else
        subtractFloats(m_wideB.bytes(), m_wideA.bytes());
    const DType wide = m_integers ? DType::I64 : DType::F64;
    if (m_to == wide)
        return m_wideB.bytes();
    castElements(wide, m_to, m_wideB.bytes().data(), m_count, m_result.bytes().data());
    return m_result.bytes();
}

} // namespace loupe
