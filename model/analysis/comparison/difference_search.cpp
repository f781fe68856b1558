#include "analysis/comparison/difference_search.h"

#include "analysis/comparison/delta_blocks.h"
#include "analysis/comparison/pair_spans.h"
#include "analysis/kernels/equal_bytes.h"
#include "analysis/parallel/parallel.h"
#include "core/text/text.h"

#include <algorithm>
#include <vector>

namespace loupe {

namespace {

using FoundDifference = std::optional<std::uint64_t>;

class DifferenceSearch {
public:
    DifferenceSearch(const Elements& a, const Elements& b, SearchDirection direction, const Work& work)
        : m_a(a)
        , m_b(b)
        , m_blocks(a.dtype(), b.dtype(), std::nullopt)
        , m_sameDType(a.dtype() == b.dtype())
        , m_forward(direction == SearchDirection::Forward)
        , m_work(work)
    {
    }

    Result<FoundDifference> inChunk(std::uint64_t begin, std::uint64_t end, PairScratch& scratch) const
    {
        constexpr std::uint64_t wholeBytes = 8; // 8 elements of any sub-byte dtype begin and end at a byte boundary
        const std::uint64_t aligned = begin / wholeBytes * wholeBytes;
        FoundDifference found;
        std::vector<std::byte> presentA;
        std::vector<std::byte> presentB;
        if (m_a.hasNulls() || m_b.hasNulls()) {
            presentA.resize(end - aligned);
            presentB.resize(end - aligned);
            auto read = m_a.readPresent(aligned, presentA).and_then([&] { return m_b.readPresent(aligned, presentB); });
            if (!read)
                return fail(std::move(read.error()));
        }
        Result<> doneB;
        auto doneA = m_a.visit(aligned, end - aligned, scratch.a, [&](std::span<const std::byte> a) {
            doneB = m_b.visit(aligned, end - aligned, scratch.b, [&](std::span<const std::byte> b) {
                found = presentA.empty()
                    ? inBytes(begin - aligned, end - aligned, a.data(), b.data())
                    : amongNulls(begin - aligned, end - aligned, a.data(), b.data(), presentA, presentB);
                m_work.advance(a.size() + b.size());
            });
        });
        if (!doneA || !doneB)
            return fail(std::move(doneA ? doneB.error() : doneA.error()));
        return found ? FoundDifference(aligned + *found) : found;
    }

private:
    FoundDifference amongNulls(std::uint64_t begin, std::uint64_t end, const std::byte* a, const std::byte* b,
        std::span<const std::byte> presentA, std::span<const std::byte> presentB) const
    {
        for (std::uint64_t i = begin; i < end; ++i) {
            const std::uint64_t element = m_forward ? i : begin + end - 1 - i;
            const bool isThere = presentA[element] != std::byte{0} && presentB[element] != std::byte{0};
            if (presentA[element] != presentB[element] || (isThere && m_blocks.block(element, 1, a, b).differing > 0))
                return element;
        }
        return {};
    }
    FoundDifference inBytes(std::uint64_t begin, std::uint64_t end, const std::byte* a, const std::byte* b) const
    {
        while (begin < end) {
            const std::uint64_t count = std::min<std::uint64_t>(DeltaBlocks::blockSize, end - begin);
            const std::uint64_t first = m_forward ? begin : end - count;
            if (const FoundDifference found = inBlock(first, count, a, b))
                return found;
            (m_forward ? begin : end) = m_forward ? first + count : first;
        }
        return {};
    }

    FoundDifference inBlock(std::uint64_t first, std::uint64_t count, const std::byte* a, const std::byte* b) const
    {
        if (m_sameDType) {
            // Includes the other half of a byte if a sub-byte element begins or ends within it.
            const unsigned bits = bitsPerElement(m_a.dtype());
            const std::uint64_t begin = first * bits / 8;
            if (equalBytes(a + begin, b + begin, ((first + count) * bits + 7) / 8 - begin))
                return {};
        }
        const DeltaTally tally = m_blocks.block(first, count, a, b);
        if (tally.differing == 0)
            return {};
        if (m_forward)
            return first + tally.firstDifference;
        while (count > 1) {
            const std::uint64_t rear = count / 2;
            count -= rear;
            if (m_blocks.block(first + count, rear, a, b).differing > 0) {
                first += count;
                count = rear;
            }
        }
        return first;
    }

    const Elements& m_a;
    const Elements& m_b;
    DeltaBlocks m_blocks;
    bool m_sameDType;
    bool m_forward;
    const Work& m_work;
};

} // namespace

Result<std::optional<std::uint64_t>> findDifference(
    const Elements& a, const Elements& b, std::uint64_t from, SearchDirection direction, const Work& work)
{
    if (a.count() != b.count()) {
        return fail(ErrorCode::InvalidArgument,
            "has " + counted(a.count(), "element") + ", expected " + formatCount(b.count()) + " as in the other tensor",
            a.source().path().string());
    }
    for (const Elements* const side : {&a, &b}) {
        if (!hasReadableValues(side->dtype())) {
            return fail(ErrorCode::Unsupported,
                "the values of dtype " + std::string(dtypeName(side->dtype())) + " cannot be read",
                side->source().path().string());
        }
    }
    work.expect(a.count() / 8 * (bitsPerElement(a.dtype()) + bitsPerElement(b.dtype())));
    const DifferenceSearch search(a, b, direction, work);
    std::vector<PairScratch> scratch(threadLimit());
    return findNearest(a.count(), std::min(a.chunkElements(), b.chunkElements()), from, direction, work,
        [&](std::uint64_t begin, std::uint64_t end, std::size_t worker) {
            return search.inChunk(begin, end, scratch[worker]);
        });
}

} // namespace loupe
