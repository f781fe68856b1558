#include "views/byte_map/byte_map_cells.h"

#include "views/byte_map/region_patterns.h"
#include "views/colors/theme.h"

#include <algorithm>

namespace loupe {

namespace {

/// Up to this many regions in one column are compared in full; for more, a sample taken at even steps decides.
constexpr std::uint32_t comparedInFull = 64;
constexpr std::uint64_t sampleSteps = 16;
/// Neighbors visited per step: even with headers before and after each tensor, one of them is a tensor.
constexpr std::uint32_t sampledTogether = 3;

/// The largest of the listed regions within [first, last], or ByteMapCell::nothing.
std::uint32_t largestListed(const std::vector<std::uint32_t>& listed, std::span<const Region> regions,
    std::uint32_t first, std::uint32_t last, ByteRange bytes)
{
    auto found = std::lower_bound(listed.begin(), listed.end(), first);
    std::uint32_t best = ByteMapCell::nothing;
    std::uint64_t bestSize = 0;
    for (std::uint32_t seen = 0; found != listed.end() && *found <= last && seen < comparedInFull; ++found, ++seen) {
        const std::uint64_t size = intersect(regions[*found].range, bytes).size();
        if (size > bestSize) {
            best = *found;
            bestSize = size;
        }
    }
    return best;
}

/// Gives isolated cells of `wanted` kinds a second column, taken from a neighbor that may be covered.
template <typename Wanted, typename Coverable>
void widen(std::vector<ByteMapCell>& cells, Wanted wanted, Coverable coverable)
{
    const auto count = cells.size();
    for (std::size_t x = 0; x < count; ++x) {
        if (!wanted(cells[x]) || (x > 0 && cells[x - 1].region == cells[x].region)
            || (x + 1 < count && cells[x + 1].region == cells[x].region))
            continue;
        if (x + 1 < count && coverable(cells[x + 1]))
            cells[x + 1] = cells[x];
        else if (x > 0 && coverable(cells[x - 1]))
            cells[x - 1] = cells[x];
    }
}

} // namespace

ByteMapFile::ByteMapFile(const RegionList& regions)
    : m_regions(regions.all())
{
    for (const std::uint32_t index : regions.apart())
        (isFaulty(m_regions[index].kind) ? m_faulty : m_quiet).push_back(index);
    std::size_t begins = 0;
    while (begins < m_quiet.size() && m_quiet[begins] == begins)
        ++begins;
    std::size_t ends = m_quiet.size();
    for (std::size_t last = m_regions.size(); ends > begins && m_quiet[ends - 1] == last - 1; --last)
        --ends;
    m_ends.assign(m_quiet.begin(), m_quiet.begin() + std::ptrdiff_t(begins));
    m_ends.insert(m_ends.end(), m_quiet.begin() + std::ptrdiff_t(ends), m_quiet.end());
}

bool ByteMapFile::isQuiet(std::uint32_t region) const
{
    return m_regions[region].kind != RegionKind::Tensor && !isFaulty(m_regions[region].kind);
}

bool ByteMapFile::isKept(std::uint32_t region, const TensorSet& kept) const
{
    const std::uint32_t tensor = m_regions[region].tensor;
    return tensor != Region::noTensor && kept.contains(tensor);
}

bool ByteMapFile::hasQuietIn(std::uint32_t first, std::uint32_t last) const
{
    const auto found = std::lower_bound(m_quiet.begin(), m_quiet.end(), first);
    return found != m_quiet.end() && *found <= last;
}

std::uint32_t ByteMapFile::regionAt(std::uint64_t offset) const
{
    const auto found = std::upper_bound(m_regions.begin(), m_regions.end(), offset,
        [](std::uint64_t wanted, const Region& region) { return wanted < region.range.end; });
    if (found == m_regions.end() || !found->range.contains(offset))
        return ByteMapCell::nothing;
    return std::uint32_t(found - m_regions.begin());
}

std::vector<ByteMapCell> ByteMapFile::cells(
    const ByteMapLayout& layout, const ByteMapRank& rank, const TensorSet* kept) const
{
    std::vector<ByteMapCell> cells(std::size_t(layout.width()));
    for (int x = 0; x < layout.width(); ++x)
        cells[std::size_t(x)] = cellOf(layout.bytesAt(x), rank, kept);

    const auto kindOf = [this](const ByteMapCell& cell) { return m_regions[cell.region].kind; };
    const auto shows = [](const ByteMapCell& cell) { return cell.region != ByteMapCell::nothing; };
    const auto faulty = [&](const ByteMapCell& cell) { return shows(cell) && isFaulty(kindOf(cell)); };
    const auto plain = [&](const ByteMapCell& cell) { return !shows(cell) || kindOf(cell) == RegionKind::Tensor; };
    const auto ofEnds = [&](const ByteMapCell& cell) {
        return shows(cell) && std::binary_search(m_ends.begin(), m_ends.end(), cell.region);
    };
    widen(cells, faulty, [&](const ByteMapCell& cell) { return !faulty(cell); });
    widen(cells, ofEnds, plain);
    return cells;
}

ByteMapCell ByteMapFile::cellOf(ByteRange bytes, const ByteMapRank& rank, const TensorSet* kept) const
{
    if (m_regions.empty() || bytes.begin >= m_regions.back().range.end)
        return {};
    const std::uint32_t first = regionAt(bytes.begin);
    const std::uint32_t last = regionAt(std::min(bytes.end, m_regions.back().range.end) - 1);
    if (first == ByteMapCell::nothing || last == ByteMapCell::nothing)
        return {};
    if (first == last)
        return {first, 1};
    const std::uint32_t count = last - first + 1;
    if (const auto faulty = largestListed(m_faulty, m_regions, first, last, bytes); faulty != ByteMapCell::nothing)
        return {faulty, count};
    if (const auto quiet = largestListed(m_ends, m_regions, first, last, bytes); quiet != ByteMapCell::nothing)
        return {quiet, count};
    const std::uint32_t shown = rank ? highestOf(first, last, bytes, rank) : largestOf(first, last, bytes);
    if (kept && !isKept(shown, *kept)) {
        const std::uint32_t best = hasQuietIn(first, last) ? largestKeptOfAll(first, last, bytes, *kept)
                                                           : largestKept(first, last, bytes, *kept);
        if (best != ByteMapCell::nothing)
            return {best, count};
    }
    return {shown, count};
}

/// Visits all regions, because headers between tensors have no number from which to search the next kept tensor.
std::uint32_t ByteMapFile::largestKeptOfAll(
    std::uint32_t first, std::uint32_t last, ByteRange bytes, const TensorSet& kept) const
{
    std::uint32_t best = ByteMapCell::nothing;
    std::uint64_t bestSize = 0;
    for (std::uint32_t region = first; region <= last; ++region) {
        const std::uint64_t size = intersect(m_regions[region].range, bytes).size();
        if (size > bestSize && isKept(region, kept)) {
            best = region;
            bestSize = size;
        }
    }
    return best;
}

/// If there are many, visits only the first ones, as many as in a sample.
std::uint32_t ByteMapFile::largestKept(
    std::uint32_t first, std::uint32_t last, ByteRange bytes, const TensorSet& kept) const
{
    const auto inColumn = m_regions.subspan(first, last - first + 1);
    std::uint32_t best = ByteMapCell::nothing;
    std::uint64_t bestSize = 0;
    std::uint32_t tensor = kept.next(inColumn.front().tensor);
    auto found = inColumn.begin();
    const std::uint64_t most = last - first < comparedInFull ? comparedInFull : sampleSteps;
    for (std::uint64_t seen = 0; seen < most && tensor < kept.size(); ++seen) {
        if (found->tensor < tensor) // if all are kept, this is the next one
            found = std::lower_bound(found, inColumn.end(), tensor,
                [](const Region& region, std::uint32_t wanted) { return region.tensor < wanted; });
        if (found == inColumn.end())
            break;
        const std::uint64_t size = intersect(found->range, bytes).size();
        if (found->tensor == tensor && size > bestSize) {
            best = first + std::uint32_t(found - inColumn.begin());
            bestSize = size;
        }
        tensor = kept.next(tensor + 1);
        if (found->tensor < tensor && ++found == inColumn.end())
            break;
    }
    return best;
}

/// Regions other than tensors have no rank; they compete by bytes if all tensors have the same rank.
std::uint32_t ByteMapFile::highestOf(
    std::uint32_t first, std::uint32_t last, ByteRange bytes, const ByteMapRank& rank) const
{
    std::uint32_t best = ByteMapCell::nothing;
    std::uint8_t bestRank = 0;
    std::uint64_t bestSize = 0;
    std::uint32_t other = ByteMapCell::nothing;
    std::uint64_t otherSize = 0;
    bool isOneRank = true;
    for (std::uint32_t region = first; region <= last; ++region) {
        const std::uint64_t size = intersect(m_regions[region].range, bytes).size();
        if (m_regions[region].tensor == Region::noTensor) {
            if (other == ByteMapCell::nothing || size > otherSize) {
                other = region;
                otherSize = size;
            }
            continue;
        }
        const std::uint8_t ranked = rank(m_regions[region].tensor);
        isOneRank = isOneRank && (best == ByteMapCell::nothing || ranked == bestRank);
        if (best == ByteMapCell::nothing || ranked > bestRank || (ranked == bestRank && size > bestSize)) {
            best = region;
            bestRank = ranked;
            bestSize = size;
        }
    }
    return best == ByteMapCell::nothing || (isOneRank && otherSize > bestSize) ? other : best;
}

std::uint32_t ByteMapFile::largestOf(std::uint32_t first, std::uint32_t last, ByteRange bytes) const
{
    std::uint32_t best = first;
    std::uint64_t bestSize = 0;
    const auto consider = [&](std::uint32_t region) {
        const std::uint64_t size = intersect(m_regions[region].range, bytes).size();
        if (size > bestSize) {
            best = region;
            bestSize = size;
        }
    };
    if (last - first < comparedInFull) {
        for (std::uint32_t region = first; region <= last; ++region)
            consider(region);
    } else {
        for (std::uint64_t step = 0; step < sampleSteps; ++step) {
            const std::uint32_t from = first + std::uint32_t((last - first) * step / (sampleSteps - 1));
            const std::uint32_t until = isQuiet(from) ? std::min(from + sampledTogether, last + 1) : from + 1;
            for (std::uint32_t region = from; region < until; ++region)
                consider(region);
        }
    }
    return best;
}

} // namespace loupe
