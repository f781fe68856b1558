#include "analysis/statistics/nearest_search.h"

#include "analysis/parallel/parallel.h"

#include <algorithm>
#include <vector>

namespace loupe {

namespace {

using FoundNearest = std::optional<std::uint64_t>;

class NearestSearch {
public:
    NearestSearch(std::uint64_t chunk, SearchDirection direction, const Work& work, const ChunkSearch& search)
        : m_chunk(chunk)
        , m_forward(direction == SearchDirection::Forward)
        , m_work(work)
        , m_search(search)
    {
    }

    Result<FoundNearest> in(std::uint64_t begin, std::uint64_t end) const
    {
        // Starts with few chunks, since near matches are found quickly; far matches need all cores.
        std::uint64_t chunks = 1;
        while (begin < end) {
            const std::uint64_t size = std::min(end - begin, chunks * m_chunk);
            const std::uint64_t first = m_forward ? begin : end - size;
            auto found = inBatch(first, first + size);
            if (!found || *found)
                return found;
            (m_forward ? begin : end) = m_forward ? first + size : first;
            chunks = std::min<std::uint64_t>(chunks * 2, 64);
        }
        return FoundNearest();
    }

private:
    Result<FoundNearest> inBatch(std::uint64_t begin, std::uint64_t end) const
    {
        const std::uint64_t firstChunk = begin / m_chunk;
        const std::uint64_t count = (end - 1) / m_chunk - firstChunk + 1;
        std::vector<FoundNearest> found(count);
        auto done = runPieces(count, m_work, [&](std::uint64_t number, std::size_t worker) -> Result<> {
            const std::uint64_t first = std::max(begin, (firstChunk + number) * m_chunk);
            const std::uint64_t last = std::min(end, (firstChunk + number + 1) * m_chunk);
            auto inChunk = m_search(first, last, worker);
            if (!inChunk)
                return fail(std::move(inChunk.error()));
            found[number] = *inChunk;
            return {};
        });
        if (!done)
            return fail(std::move(done.error()));
        const auto isFound = [](const FoundNearest& place) { return place.has_value(); };
        if (m_forward) {
            const auto nearest = std::find_if(found.begin(), found.end(), isFound);
            return nearest == found.end() ? FoundNearest() : *nearest;
        }
        const auto nearest = std::find_if(found.rbegin(), found.rend(), isFound);
        return nearest == found.rend() ? FoundNearest() : *nearest;
    }

    std::uint64_t m_chunk;
    bool m_forward;
    const Work& m_work;
    const ChunkSearch& m_search;
};

} // namespace

Result<std::optional<std::uint64_t>> findNearest(std::uint64_t count, std::uint64_t chunk, std::uint64_t from,
    SearchDirection direction, const Work& work, const ChunkSearch& search)
{
    const bool forward = direction == SearchDirection::Forward;
    const NearestSearch nearest(chunk, direction, work, search);
    auto found = forward ? nearest.in(from + 1, count) : nearest.in(0, from);
    if (found && !*found)
        found = forward ? nearest.in(0, from + 1) : nearest.in(from, count);
    return found;
}

} // namespace loupe
