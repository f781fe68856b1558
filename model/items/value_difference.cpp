#include "items/value_difference.h"

#include "analysis/widened.h"
#include "items/value_text.h"

#include <bit>
#include <limits>

namespace loupe {

namespace {

struct Number {
    static_assert(std::numeric_limits<long double>::digits >= 64); // holds 64-bit integers

    long double real = 0;
    long double imaginary = 0;
};

Number numberOf(const Scalar& value)
{
    switch (value.kind) {
    case Scalar::Kind::Signed:
        return {static_cast<long double>(value.asSigned)};
    case Scalar::Kind::Unsigned:
        return {static_cast<long double>(value.asUnsigned)};
    default:
        return {value.real, value.imaginary};
    }
}

std::uint32_t floatBits(long double number)
{
    return std::bit_cast<std::uint32_t>(static_cast<float>(number));
}

} // namespace

DType differenceDType(DType a, DType b)
{
    if (info(a).kind == DTypeKind::Complex || info(b).kind == DTypeKind::Complex)
        return DType::C64;
    return fitsFloat(a) && fitsFloat(b) ? DType::F32 : DType::F64;
}

std::uint64_t differencePattern(DType a, std::uint64_t patternA, DType b, std::uint64_t patternB)
{
    const Number x = numberOf(scalarOf(a, patternA));
    const Number y = numberOf(scalarOf(b, patternB));
    switch (differenceDType(a, b)) {
    case DType::C64:
        return floatBits(y.real - x.real) | std::uint64_t{floatBits(y.imaginary - x.imaginary)} << 32U;
    case DType::F32:
        return floatBits(y.real - x.real);
    default:
        return std::bit_cast<std::uint64_t>(static_cast<double>(y.real - x.real));
    }
}

} // namespace loupe
