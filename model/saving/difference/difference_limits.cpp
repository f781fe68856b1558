#include "saving/difference/difference_limits.h"

#include "analysis/digests/whole_reading.h"
#include "analysis/parallel/parallel.h"
#include "core/checked_math.h"
#include "core/elements.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "saving/difference/difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

__extension__ using LimitWide = __int128;

bool isIntegerLimit(DType dtype)
{
    const DTypeKind kind = info(dtype).kind;
    return kind == DTypeKind::Signed || kind == DTypeKind::Unsigned || kind == DTypeKind::Boolean;
}

/// Derived from the layout, so a new dtype needs no code here.
DTypeLimits floatLimits(DType dtype)
{
    const DTypeInfo& known = info(dtype);
    if (known.kind != DTypeKind::Float)
        return {};
    const FloatLayout& layout = known.layout;
    const unsigned magnitudeBits = layout.exponentBits + layout.mantissaBits;
    std::uint64_t bits = (std::uint64_t{1} << magnitudeBits) - 1;
    if (layout.specials == FloatSpecials::Ieee)
        bits -= std::uint64_t{1} << layout.mantissaBits; // the top exponent is for infinity and NaN
    while (!std::isfinite(decodeFloat(bits, layout)))
        --bits;
    const double greatest = decodeFloat(bits, layout);
    const bool hasSign = known.bits > magnitudeBits;
    return {hasSign ? -greatest : decodeFloat(0, layout), greatest};
}

LimitWide wideOf(const Scalar& value)
{
    return value.kind == Scalar::Kind::Signed ? LimitWide{value.asSigned} : LimitWide{value.asUnsigned};
}

/// Compares a single element of each side.
bool exceeds(const Scalar& a, const Scalar& b, const DTypeLimits& limits)
{
    if (a.kind != Scalar::Kind::Float && b.kind != Scalar::Kind::Float) {
        // The limits of integers need 64 bits: as long doubles, they and the compared values are exact.
        const LimitWide difference = wideOf(b) - wideOf(a);
        return static_cast<long double>(difference) < limits.least
            || static_cast<long double>(difference) > limits.greatest;
    }
    const double x = a.toDouble();
    const double y = b.toDouble();
    if (!std::isfinite(x) || !std::isfinite(y))
        return false;
    const double difference = y - x;
    return difference < limits.least || difference > limits.greatest;
}

/// The results of a thread, and its buffers.
struct Exceeding {
    Buffer scratchA;
    Buffer scratchB;
    std::uint64_t found = 0;

    void merge(const Exceeding& other) { found += other.found; }
};

/// Describes what the values that do not fit become.
std::string_view fateIn(DType dtype)
{
    return isIntegerLimit(dtype) ? "the nearest number that it holds" : "infinity, NaN or its nearest end";
}

} // namespace

DTypeLimits limitsOf(DType dtype)
{
    const DTypeInfo& known = info(dtype);
    if (known.kind == DTypeKind::Boolean)
        return {0, 1};
    if (known.kind == DTypeKind::Unsigned)
        return {0, std::exp2(static_cast<long double>(known.bits)) - 1};
    if (known.kind == DTypeKind::Signed) {
        const long double end = std::exp2(static_cast<long double>(known.bits - 1));
        return {-end, end - 1};
    }
    return floatLimits(dtype);
}

bool mayExceed(const RecipeItem& item)
{
    if (!item.isDifference()
        || !canSubtract(item.base->tensors[item.baseTensor].dtype, item.original().dtype, item.dtype))
        return false; // writing will be refused
    const DTypeLimits to = limitsOf(item.dtype);
    const DTypeLimits a = limitsOf(item.base->tensors[item.baseTensor].dtype);
    const DTypeLimits b = limitsOf(item.original().dtype);
    long double least = b.least - a.greatest;
    long double greatest = b.greatest - a.least;
    if (item.largest) {
        // It is a double, so it may have been rounded down.
        const long double largest = std::nextafter(*item.largest, std::numeric_limits<double>::infinity());
        least = std::max(least, -largest);
        greatest = std::min(greatest, largest);
    }
    return least < to.least || greatest > to.greatest;
}

Result<std::uint64_t> countExceeding(const RecipeItem& item, const Work& work)
{
    const auto a = openWhole(item.base, item.baseTensor, work);
    if (!a)
        return fail(a.error());
    const auto b = openWhole(item.source, item.tensor, work);
    if (!b)
        return fail(b.error());
    if (a->count() != b->count())
        return fail(ErrorCode::InvalidArgument, "tensor " + quote(item.name) + " has another shape on either side");
    constexpr std::uint64_t atOnce = std::uint64_t{1} << 14; // a multiple of 8, for dtypes whose elements share bytes
    const DTypeLimits limits = limitsOf(item.dtype);
    const std::uint64_t blocks = a->count() / atOnce + (a->count() % atOnce != 0);
    const auto total = reducePieces(
        blocks, work, [] { return Exceeding(); },
        [&](Exceeding& sum, std::uint64_t block) -> Result<> {
            const std::uint64_t first = block * atOnce;
            const std::uint64_t count = std::min(atOnce, a->count() - first);
            std::uint64_t found = 0;
            std::uint64_t bytes = 0;
            Result<> visitedB;
            auto visitedA = a->visit(first, count, sum.scratchA, [&](std::span<const std::byte> bytesA) {
                visitedB = b->visit(first, count, sum.scratchB, [&](std::span<const std::byte> bytesB) {
                    found = 0;
                    for (std::uint64_t i = 0; i < count; ++i)
                        found += exceeds(readScalar(a->dtype(), bytesA, i), readScalar(b->dtype(), bytesB, i), limits);
                    bytes = bytesA.size() + bytesB.size();
                });
            });
            for (auto* const visited : {&visitedA, &visitedB}) {
                if (!*visited)
                    return std::move(*visited);
            }
            sum.found += found;
            work.advance(bytes);
            return {};
        });
    return total ? Result<std::uint64_t>(total->found) : fail(total.error());
}

std::uint64_t bytesToCountExceeding(const Recipe& recipe)
{
    std::uint64_t bytes = 0;
    for (const RecipeItem& item : recipe.items) {
        if (mayExceed(item)) {
            bytes = saturatingAdd(bytes, valueBytes(item.original()));
            bytes = saturatingAdd(bytes, valueBytes(item.base->tensors[item.baseTensor]));
        }
    }
    return bytes;
}

Result<std::string> exceedingText(const Recipe& recipe, const Work& work)
{
    constexpr std::size_t mostNamed = 5;
    work.expect(bytesToCountExceeding(recipe));
    std::string text;
    std::size_t tensors = 0;
    for (const RecipeItem& item : recipe.items) {
        if (!mayExceed(item))
            continue;
        const auto count = countExceeding(item, work);
        if (!count)
            return fail(count.error());
        if (*count == 0 || ++tensors > mostNamed)
            continue;
        text += (text.empty() ? "" : "; ") + counted(*count, "difference") + " of tensor " + quote(item.name)
            + " beyond " + std::string(dtypeName(item.dtype)) + ", written as " + std::string(fateIn(item.dtype));
    }
    if (tensors > mostNamed)
        text += "; such are in " + counted(tensors - mostNamed, "more tensor", "more tensors");
    return text;
}

} // namespace loupe
