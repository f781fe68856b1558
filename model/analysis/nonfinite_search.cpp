#include "analysis/nonfinite_search.h"

#include "analysis/element_reader.h"
#include "analysis/parallel.h"

#include <algorithm>
#include <vector>

namespace loupe {

namespace {

using Found = std::optional<std::uint64_t>;

/// Looks at chunks of elements [begin, end), several at once.
class Search {
public:
    Search(const Elements& elements, SearchDirection direction, const Work& work)
        : m_elements(elements)
        , m_forward(direction == SearchDirection::Forward)
        , m_work(work)
        , m_scratch(threadLimit())
    {
    }

    Result<Found> in(std::uint64_t begin, std::uint64_t end)
    {
        const std::uint64_t chunk = m_elements.chunkElements();
        // What is near is found soon; what is far needs all cores.
        std::uint64_t chunks = 1;
        while (begin < end) {
            const std::uint64_t size = std::min(end - begin, chunks * chunk);
            const std::uint64_t first = m_forward ? begin : end - size;
            auto found = inBatch(first, first + size);
            if (!found || *found)
                return found;
            (m_forward ? begin : end) = m_forward ? first + size : first;
            chunks = std::min<std::uint64_t>(chunks * 2, 64);
        }
        return Found();
    }

private:
    Result<Found> inBatch(std::uint64_t begin, std::uint64_t end)
    {
        const std::uint64_t chunk = m_elements.chunkElements();
        const std::uint64_t firstChunk = begin / chunk;
        const std::uint64_t count = (end - 1) / chunk - firstChunk + 1;
        std::vector<Found> found(count);
        auto done = runPieces(count, m_work, [&](std::uint64_t number, std::size_t worker) -> Result<> {
            const std::uint64_t first = std::max(begin, (firstChunk + number) * chunk);
            const std::uint64_t last = std::min(end, (firstChunk + number + 1) * chunk);
            return inChunk(first, last, m_scratch[worker], found[number]);
        });
        if (!done)
            return fail(std::move(done.error()));
        const auto isFound = [](const Found& place) { return place.has_value(); };
        if (m_forward) {
            const auto nearest = std::find_if(found.begin(), found.end(), isFound);
            return nearest == found.end() ? Found() : *nearest;
        }
        const auto nearest = std::find_if(found.rbegin(), found.rend(), isFound);
        return nearest == found.rend() ? Found() : *nearest;
    }

    Result<> inChunk(std::uint64_t begin, std::uint64_t end, Buffer& scratch, Found& found)
    {
        constexpr std::uint64_t wholeBytes = 8; // of any sub-byte dtype, 8 elements begin and end at a byte
        const std::uint64_t aligned = begin / wholeBytes * wholeBytes;
        return m_elements.visit(aligned, end - aligned, scratch, [&](std::span<const std::byte> bytes) {
            withReader(m_elements.dtype(), ComplexPart::Magnitude, [&](const auto& read) {
                const auto isSpecial = [&](std::uint64_t element) {
                    return !isFinite(read(bytes.data(), element - aligned));
                };
                for (std::uint64_t i = 0; i < end - begin; ++i) {
                    const std::uint64_t element = m_forward ? begin + i : end - 1 - i;
                    if (isSpecial(element)) {
                        found = element;
                        break;
                    }
                }
            });
            m_work.advance(bytes.size());
        });
    }

    const Elements& m_elements;
    bool m_forward;
    const Work& m_work;
    std::vector<Buffer> m_scratch;
};

} // namespace

bool canBeNonfinite(DType dtype)
{
    const DTypeInfo& type = info(dtype);
    const bool fractional = type.kind == DTypeKind::Float || type.kind == DTypeKind::Complex;
    return fractional && type.layout.specials != FloatSpecials::None;
}

Result<std::optional<std::uint64_t>> findNonfinite(
    const Elements& elements, std::uint64_t from, SearchDirection direction, const Work& work)
{
    if (!canBeNonfinite(elements.dtype()))
        return Found();
    work.expect(elements.count() / 8 * bitsPerElement(elements.dtype()));
    const bool forward = direction == SearchDirection::Forward;
    Search search(elements, direction, work);
    auto found = forward ? search.in(from + 1, elements.count()) : search.in(0, from);
    if (found && !*found)
        found = forward ? search.in(0, from + 1) : search.in(from, elements.count());
    return found;
}

} // namespace loupe
