#pragma once

#include <algorithm>
#include <cstdint>

namespace loupe {

/// A range of consecutive spans of a tensor.
struct SpanRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    std::uint64_t size() const { return end - begin; }
    bool operator==(const SpanRange&) const = default;
};

/// Divides the chunks of a tensor into a limited number of spans of consecutive chunks; a span is one piece of parallel
/// work. Independent of the number of threads, so results that are merged in span order are, too.
class Spans {
public:
    Spans(std::uint64_t elements, std::uint64_t chunkElements)
        : m_chunks(elements / chunkElements + (elements % chunkElements != 0))
        , m_spans(std::min(m_chunks, maximumSpans))
    {
    }

    std::uint64_t count() const { return m_spans; }
    SpanRange all() const { return {0, m_spans}; }
    /// The first chunk of a span; for count(), the number of chunks.
    std::uint64_t firstChunk(std::uint64_t span) const
    {
        const std::uint64_t larger = m_chunks % m_spans; // the first spans, this many, have one chunk more
        return span * (m_chunks / m_spans) + std::min(span, larger);
    }

private:
    static constexpr std::uint64_t maximumSpans = 1024;

    std::uint64_t m_chunks;
    std::uint64_t m_spans;
};

} // namespace loupe
