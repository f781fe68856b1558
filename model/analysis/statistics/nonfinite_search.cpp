#include "analysis/statistics/nonfinite_search.h"

#include "analysis/parallel/parallel.h"
#include "analysis/slices/element_reader.h"
#include "core/null_values.h"

#include <vector>

namespace loupe {

namespace {

using FoundNonfinite = std::optional<std::uint64_t>;

Result<FoundNonfinite> findInChunk(
    const Elements& elements, std::uint64_t begin, std::uint64_t end, bool forward, Buffer& scratch, const Work& work)
{
    constexpr std::uint64_t wholeBytes = 8; // 8 elements of any sub-byte dtype begin and end at a byte boundary
    const std::uint64_t aligned = begin / wholeBytes * wholeBytes;
    FoundNonfinite found;
    std::vector<std::byte> present;
    if (elements.hasNulls()) {
        present.resize(end - aligned);
        if (auto read = elements.readPresent(aligned, present); !read)
            return fail(std::move(read.error()));
    }
    auto done = elements.visit(aligned, end - aligned, scratch, [&](std::span<const std::byte> bytes) {
        withReader(elements.dtype(), ComplexPart::Magnitude, [&](const auto& read) {
            for (std::uint64_t i = 0; i < end - begin; ++i) {
                const std::uint64_t element = forward ? begin + i : end - 1 - i;
                const bool isNull = !present.empty() && present[element - aligned] == std::byte{0};
                if (!isNull && !isFinite(read(bytes.data(), element - aligned))) {
                    found = element;
                    break;
                }
            }
        });
        work.advance(bytes.size());
    });
    if (!done)
        return fail(std::move(done.error()));
    return found;
}

} // namespace

bool canBeNonfinite(DType dtype)
{
    return hasNan(dtype);
}

Result<std::optional<std::uint64_t>> findNonfinite(
    const Elements& elements, std::uint64_t from, SearchDirection direction, const Work& work)
{
    if (!canBeNonfinite(elements.dtype()))
        return FoundNonfinite();
    work.expect(elements.count() / 8 * bitsPerElement(elements.dtype()));
    const bool forward = direction == SearchDirection::Forward;
    std::vector<Buffer> scratch(threadLimit());
    return findNearest(elements.count(), elements.chunkElements(), from, direction, work,
        [&](std::uint64_t begin, std::uint64_t end, std::size_t worker) {
            return findInChunk(elements, begin, end, forward, scratch[worker], work);
        });
}

} // namespace loupe
