#include "app/cli/parts/division.h"

#include "core/checked_math.h"

#include <algorithm>

namespace loupe {

namespace {

/// A unit without bytes also takes time, so a million empty tensors are divided as well.
std::uint64_t cost(const WorkUnit& unit)
{
    constexpr std::uint64_t ofEach = 4096;
    return saturatingAdd(unit.bytes, ofEach);
}

/// Assigns units to parts, one at a time.
class Division {
public:
    Division(std::uint64_t total, std::uint32_t parts)
        : m_total(total)
        , m_parts(parts)
    {
    }

    void addWhole(std::size_t unit, std::uint64_t size)
    {
        const std::uint64_t middle = saturatingAdd(m_begin, size / 2);
        while (m_part + 1 < m_parts && middle >= endOfPart())
            ++m_part;
        m_pieces.push_back({.unit = unit, .range = {}, .part = m_part});
        m_begin = saturatingAdd(m_begin, size);
    }

    /// Cuts a unit at the spans nearest to the ends of parts.
    void addSpans(std::size_t unit, std::uint64_t size, std::uint64_t spans)
    {
        const std::uint64_t ofSpan = std::max<std::uint64_t>(size / spans, 1);
        const std::uint64_t end = saturatingAdd(m_begin, size);
        std::uint64_t done = 0;
        for (; m_part + 1 < m_parts && endOfPart() < end; ++m_part) {
            const std::uint64_t before = endOfPart() - std::min(m_begin, endOfPart());
            const std::uint64_t upTo = std::min(saturatingAdd(before, ofSpan / 2) / ofSpan, spans);
            addRange(unit, {done, upTo}, spans);
            done = std::max(done, upTo);
        }
        addRange(unit, {done, spans}, spans);
        m_begin = end;
    }

    std::vector<WorkPiece> take() { return std::move(m_pieces); }

private:
    /// Computed without overflow.
    std::uint64_t endOfPart() const
    {
        const std::uint64_t number = m_part + std::uint64_t{1};
        return m_total / m_parts * number + m_total % m_parts * number / m_parts;
    }

    void addRange(std::size_t unit, SpanRange range, std::uint64_t spans)
    {
        if (range.begin < range.end)
            m_pieces.push_back(
                {.unit = unit, .range = range.size() == spans ? std::nullopt : std::optional(range), .part = m_part});
    }

    std::uint64_t m_total;
    std::uint32_t m_parts;
    std::uint64_t m_begin = 0; ///< start of the next unit
    std::uint32_t m_part = 0; ///< part of the last piece
    std::vector<WorkPiece> m_pieces;
};

} // namespace

std::vector<WorkPiece> divided(std::span<const WorkUnit> units, std::uint32_t parts)
{
    std::uint64_t total = 0;
    for (const WorkUnit& unit : units)
        total = saturatingAdd(total, cost(unit));
    Division division(total, parts);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (units[unit].spans > 1)
            division.addSpans(unit, cost(units[unit]), units[unit].spans);
        else
            division.addWhole(unit, cost(units[unit]));
    }
    return division.take();
}

std::uint64_t pieceBytes(const WorkUnit& unit, const WorkPiece& piece)
{
    if (!piece.range)
        return unit.bytes;
    const std::uint64_t ofSpan = unit.bytes / unit.spans;
    const bool isLast = piece.range->end == unit.spans;
    return ofSpan * piece.range->size() + (isLast ? unit.bytes % unit.spans : 0);
}

std::string planDigest(std::span<const WorkUnit> units)
{
    std::string text;
    for (const WorkUnit& unit : units)
        text += std::to_string(unit.name.size()) + ' ' + unit.name + ' ' + std::to_string(unit.bytes) + ' '
            + std::to_string(unit.spans) + '\n';
    return hexText(fingerprint(std::as_bytes(std::span(text))));
}

} // namespace loupe
