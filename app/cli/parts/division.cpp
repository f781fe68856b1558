#include "app/cli/parts/division.h"

#include "core/checked_math.h"

namespace loupe {

namespace {

/// A unit without bytes takes time, too: a million empty tensors are no work for one part.
std::uint64_t cost(const WorkUnit& unit)
{
    constexpr std::uint64_t ofEach = 4096;
    return saturatingAdd(unit.bytes, ofEach);
}

} // namespace

std::vector<std::uint32_t> divided(std::span<const WorkUnit> units, std::uint32_t parts)
{
    std::uint64_t total = 0;
    for (const WorkUnit& unit : units)
        total = saturatingAdd(total, cost(unit));
    // Part p ends at total * (p + 1) / parts, without overflow.
    const auto endOf = [&](std::uint64_t part) {
        return total / parts * (part + 1) + total % parts * (part + 1) / parts;
    };
    std::vector<std::uint32_t> partOf;
    partOf.reserve(units.size());
    std::uint64_t begin = 0;
    std::uint32_t part = 0;
    for (const WorkUnit& unit : units) {
        const std::uint64_t middle = saturatingAdd(begin, cost(unit) / 2);
        while (part + 1 < parts && middle >= endOf(part))
            ++part;
        partOf.push_back(part);
        begin = saturatingAdd(begin, cost(unit));
    }
    return partOf;
}

std::string planDigest(std::span<const WorkUnit> units)
{
    std::string text;
    for (const WorkUnit& unit : units)
        text += std::to_string(unit.name.size()) + ' ' + unit.name + ' ' + std::to_string(unit.bytes) + '\n';
    return hexText(fingerprint(std::as_bytes(std::span(text))));
}

} // namespace loupe
