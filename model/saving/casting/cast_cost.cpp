#include "saving/casting/cast_cost.h"

#include "analysis/digests/whole_reading.h"
#include "analysis/parallel/chunks.h"
#include "analysis/parallel/parallel.h"
#include "analysis/slices/element_reader.h"
#include "core/text/quote.h"
#include "saving/casting/cast.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {

using CostWide = long double; // represents every 64-bit integer and every double

/// The smallest magnitude that overflows a float without infinity and NaN: half a step beyond its largest value.
CostWide endOf(DType to)
{
    const FloatLayout& layout = info(to).layout;
    if (info(to).kind != DTypeKind::Float || layout.specials != FloatSpecials::None)
        return INFINITY;
    const std::uint64_t largest = (std::uint64_t{1} << (layout.exponentBits + layout.mantissaBits)) - 1;
    const CostWide last = decodeFloat(largest, layout);
    return last + (last - decodeFloat(largest - 1, layout)) / 2;
}

class Comparison {
public:
    Comparison(DType from, DType to)
        : m_from(from)
        , m_to(to)
        , m_end(endOf(to))
        , m_toIntegers(info(to).kind == DTypeKind::Signed || info(to).kind == DTypeKind::Unsigned)
        , m_toScales(info(to).layout.specials == FloatSpecials::PowerOfTwo)
    {
    }

    void add(const std::byte* source, std::uint64_t count, CastCost& cost) const
    {
        constexpr std::uint64_t block = 1024; // elements; a whole number of bytes for sub-byte dtypes
        std::array<std::byte, block * 8> target;
        for (std::uint64_t first = 0; first < count; first += block) {
            const std::uint64_t size = std::min(block, count - first);
            const std::byte* const values = source + first * bitsPerElement(m_from) / 8;
            castElements(m_from, m_to, values, size, target.data());
            withReader(m_from, ComplexPart::Real, [&](const auto& before) {
                withReader(m_to, ComplexPart::Real, [&](const auto& after) {
                    for (std::uint64_t i = 0; i < size; ++i)
                        addOne(before(values, i), after(target.data(), i), cost);
                });
            });
        }
        cost.elements += count;
    }

private:
    void addOne(CostWide before, CostWide after, CastCost& cost) const
    {
        if (before == after || (std::isnan(before) && std::isnan(after)))
            return;
        ++cost.changed;
        if (std::isnan(before)) {
            ++cost.lostNan;
            return;
        }
        cost.becameZero += after == 0;
        cost.overflowed += isTooMuch(before, after);
        if (!std::isfinite(before) || !std::isfinite(after))
            return;
        const CostWide error = std::abs(before - after);
        cost.maxAbsolute = std::max(cost.maxAbsolute, static_cast<double>(error));
        if (before != 0)
            cost.maxRelative = std::max(cost.maxRelative, static_cast<double>(error / std::abs(before)));
    }

    bool isTooMuch(CostWide before, CostWide after) const
    {
        if (!std::isfinite(before) || !std::isfinite(after))
            return true; // the caller has handled equal values
        if (m_toIntegers)
            return std::trunc(before) != after;
        return std::abs(before) >= m_end || (m_toScales && before < 0);
    }

    DType m_from;
    DType m_to;
    CostWide m_end;
    bool m_toIntegers;
    bool m_toScales;
};

} // namespace

void CastCost::merge(const CastCost& other)
{
    elements += other.elements;
    changed += other.changed;
    overflowed += other.overflowed;
    becameZero += other.becameZero;
    lostNan += other.lostNan;
    maxAbsolute = std::max(maxAbsolute, other.maxAbsolute);
    maxRelative = std::max(maxRelative, other.maxRelative);
}

Result<CastCost> castCost(const RecipeItem& item, const Work& work)
{
    const DType from = item.original().dtype;
    if (!canCast(from, item.dtype)) {
        return fail(ErrorCode::Unsupported,
            "tensor " + quote(item.name) + " cannot be cast to " + std::string(dtypeName(item.dtype)));
    }
    const auto elements = openWhole(item.source, item.tensor, work);
    if (!elements)
        return fail(elements.error());
    struct State : CastCost {
        Buffer scratch;
        void merge(const State& other) { CastCost::merge(other); }
    };
    const ChunkSpans spans(*elements);
    const Comparison comparison(from, item.dtype);
    auto cost = reducePieces(
        spans.count(), work, [] { return State(); },
        [&](State& state, std::uint64_t span) {
            return spans.visit(
                span, state.scratch, work, [&](std::uint64_t, std::uint64_t count, std::span<const std::byte> bytes) {
                    comparison.add(bytes.data(), count, state);
                });
        },
        spans.mostStates(0));
    if (!cost)
        return fail(std::move(cost.error()));
    return CastCost(*cost);
}

} // namespace loupe
