#pragma once

#include "analysis/parallel/spans.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace loupe {

/// The chunks of a tensor, grouped into Spans: all spans, or a range.
class ChunkSpans {
public:
    explicit ChunkSpans(const Elements& elements)
        : ChunkSpans(elements, Spans(elements.count(), elements.chunkElements()).all())
    {
    }
    /// Precondition: the range is within the spans.
    ChunkSpans(const Elements& elements, SpanRange range)
        : m_elements(elements)
        , m_chunkSize(elements.chunkElements())
        , m_spans(elements.count(), m_chunkSize)
        , m_range(range)
        , m_expected(range == m_spans.all()
                  ? elements.expect()
                  : elements.expect(firstElement(range.begin), firstElement(range.end) - firstElement(range.begin)))
    {
    }

    std::uint64_t count() const { return m_range.size(); }

    /// The maximum number of states of `bytes` each, with their scratch memory, to use at once. This limits private
    /// memory on machines with many processors.
    std::size_t mostStates(std::size_t bytes) const
    {
        constexpr std::size_t budget = std::size_t{48} << 20;
        const bool inPlace = m_elements.source().mapped() && !m_elements.tensor().storage;
        const std::size_t scratch = inPlace ? 0 : std::size_t{1} << 20;
        return std::max<std::size_t>(budget / (bytes + scratch + 1), 1);
    }

    /// Calls `visitor(first, count, bytes)` for each chunk of the span in order, with the index of its first element,
    /// its number of elements and their bytes. `span` is relative to the start of the range. Checks `work` before each
    /// chunk.
    template <typename Visitor>
    Result<> visit(std::uint64_t span, Buffer& scratch, const Work& work, Visitor&& visitor) const
    {
        span += m_range.begin;
        for (std::uint64_t chunk = m_spans.firstChunk(span); chunk < m_spans.firstChunk(span + 1); ++chunk) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const std::uint64_t first = chunk * m_chunkSize;
            const std::uint64_t count = std::min(m_chunkSize, m_elements.count() - first);
            std::size_t size = 0;
            auto done = m_elements.visit(first, count, scratch, [&](std::span<const std::byte> bytes) {
                visitor(first, count, bytes);
                size = bytes.size();
            });
            if (!done)
                return done;
            work.advance(size);
        }
        return {};
    }

private:
    std::uint64_t firstElement(std::uint64_t span) const
    {
        return std::min(m_spans.firstChunk(span) * m_chunkSize, m_elements.count());
    }

    const Elements& m_elements;
    std::uint64_t m_chunkSize;
    Spans m_spans;
    SpanRange m_range;
    std::shared_ptr<void> m_expected; ///< the source's token
};

} // namespace loupe
