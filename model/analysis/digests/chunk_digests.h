#pragma once

#include "analysis/digests/fingerprint.h"
#include "analysis/parallel/spans.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Collects digests of a tensor's chunks, which may be added in any order. The total is computed from digests of Spans,
/// so that it can be combined from machines that read a few spans each.
class ChunkDigests {
public:
    explicit ChunkDigests(const Elements& elements)
        : m_chunkSize(elements.chunkElements())
        , m_spans(elements.count(), m_chunkSize)
        , m_ofChunks(elements.count() / m_chunkSize + 1)
    {
    }
    void add(std::uint64_t first, std::span<const std::byte> bytes)
    {
        m_ofChunks[first / m_chunkSize] = fingerprint(bytes);
    }
    /// Adds which elements are null; adds nothing if none are.
    Result<> addNulls(const Elements& elements, const Work& work)
    {
        const std::size_t before = m_others.size();
        bool hasNulls = false;
        std::vector<std::byte> present;
        for (std::uint64_t first = 0; first < elements.count() && elements.hasNulls(); first += present.size()) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            present.resize(std::min(m_chunkSize, elements.count() - first));
            if (auto read = elements.readPresent(first, present); !read)
                return read;
            m_others.push_back(fingerprint(present));
            hasNulls = hasNulls || std::ranges::find(present, std::byte{0}) != present.end();
        }
        if (!hasNulls)
            m_others.resize(before);
        return {};
    }
    void add(const Fingerprint& other) { m_others.push_back(other); }

    std::vector<Fingerprint> ofSpans(SpanRange range) const
    {
        std::vector<Fingerprint> digests;
        for (std::uint64_t span = range.begin; span < range.end; ++span) {
            const std::uint64_t first = m_spans.firstChunk(span);
            const auto chunks = std::span(m_ofChunks).subspan(first, m_spans.firstChunk(span + 1) - first);
            digests.push_back(fingerprint(std::as_bytes(chunks)));
        }
        return digests;
    }
    Fingerprint total() const
    {
        std::vector<Fingerprint> digests = ofSpans(m_spans.all());
        digests.insert(digests.end(), m_others.begin(), m_others.end());
        return joined(digests);
    }
    /// The total from the digests of all spans, for a tensor without nulls and undecoded parts.
    static Fingerprint joined(std::span<const Fingerprint> ofSpans) { return fingerprint(std::as_bytes(ofSpans)); }

private:
    std::uint64_t m_chunkSize;
    Spans m_spans;
    std::vector<Fingerprint> m_ofChunks;
    std::vector<Fingerprint> m_others; ///< of nulls, and of parts of an undecoded weight
};

} // namespace loupe
