#pragma once

#include "analysis/comparison/element_pair.h"
#include "analysis/parallel/spans.h"
#include "core/result.h"
#include "core/work.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace loupe {

/// The chunks of two tensors in parallel, grouped into Spans: all spans, or a range. Both tensors have the same number
/// of elements.
class PairSpans {
public:
    PairSpans(const Elements& a, const Elements& b)
        : PairSpans(a, b, of(a.count(), a.dtype(), b.dtype()).all())
    {
    }
    /// Precondition: the range is within the spans.
    PairSpans(const Elements& a, const Elements& b, SpanRange range)
        : m_pair(a, b)
        , m_chunkSize(m_pair.chunkElements())
        , m_spans(of(a.count(), a.dtype(), b.dtype()))
        , m_range(range)
        , m_expected{expect(a), expect(b)}
    {
    }

    /// The spans of tensors with this many elements.
    static Spans of(std::uint64_t elements, DType a, DType b)
    {
        return {elements, std::min(Elements::chunkElements(a), Elements::chunkElements(b))};
    }

    std::uint64_t count() const { return m_range.size(); }

    /// The maximum number of spans to process at once, each with `bytes` of the caller's memory and scratch memory for
    /// both sides. This limits private memory on machines with many processors.
    static std::size_t mostAtOnce(std::size_t bytes = 0)
    {
        constexpr std::size_t budget = std::size_t{48} << 20;
        constexpr std::size_t scratch = std::size_t{2} << 20;
        return std::max<std::size_t>(budget / (scratch + bytes), 1);
    }

    /// Calls `visitor(first, count, bytesA, bytesB)` for each chunk of the span in order, until it returns false.
    /// `span` is relative to the start of the range. Checks `work` before each chunk.
    template <typename Visitor>
    Result<> visit(std::uint64_t span, PairScratch& scratch, const Work& work, Visitor&& visitor) const
    {
        span += m_range.begin;
        bool more = true;
        for (std::uint64_t chunk = m_spans.firstChunk(span); more && chunk < m_spans.firstChunk(span + 1); ++chunk) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const std::uint64_t first = chunk * m_chunkSize;
            const std::uint64_t count = std::min(m_chunkSize, m_pair.a().count() - first);
            auto done = m_pair.visit(
                first, count, scratch, [&](std::span<const std::byte> bytesA, std::span<const std::byte> bytesB) {
                    more = visitor(first, count, bytesA, bytesB);
                });
            if (!done)
                return done;
        }
        return {};
    }

private:
    std::shared_ptr<void> expect(const Elements& elements) const
    {
        if (m_range == m_spans.all())
            return elements.expect();
        const std::uint64_t first = m_spans.firstChunk(m_range.begin) * m_chunkSize;
        const std::uint64_t end = std::min(m_spans.firstChunk(m_range.end) * m_chunkSize, elements.count());
        return elements.expect(first, end - first);
    }

    ElementPair m_pair;
    std::uint64_t m_chunkSize;
    Spans m_spans;
    SpanRange m_range;
    std::shared_ptr<void> m_expected[2]; ///< the sources' tokens
};

} // namespace loupe
