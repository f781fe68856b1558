#pragma once

#include "core/elements.h"
#include "core/result.h"
#include "core/text/text.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Fails with InvalidArgument if the element counts differ.
inline Result<> checkPair(const Elements& a, const Elements& b)
{
    if (a.count() == b.count())
        return {};
    return fail(ErrorCode::InvalidArgument,
        "has " + counted(a.count(), "element") + ", expected " + formatCount(b.count()) + " as in the other tensor",
        a.source().path().string());
}

/// Buffers for reading both sides of a pair.
struct PairScratch {
    Buffer a;
    Buffer b;

    void merge(const PairScratch&) { }
};

/// Two tensors with equal element counts, read in parallel. Like Elements, but passes two runs of bytes. Refers to both
/// tensors.
class ElementPair {
public:
    ElementPair(const Elements& a, const Elements& b)
        : m_a(a)
        , m_b(b)
    {
    }

    const Elements& a() const { return m_a; }
    const Elements& b() const { return m_b; }
    std::uint64_t chunkElements() const { return std::min(m_a.chunkElements(), m_b.chunkElements()); }
    bool hasNulls() const { return m_a.hasNulls() || m_b.hasNulls(); }
    /// Sets 1 for elements that are null on neither side.
    Result<> readPresent(std::uint64_t first, std::span<std::byte> present) const
    {
        std::vector<std::byte> other(present.size());
        auto read = m_a.readPresent(first, present).and_then([&] { return m_b.readPresent(first, other); });
        std::ranges::transform(present, other, present.begin(), [](std::byte a, std::byte b) { return a & b; });
        return read;
    }
    bool lieInMap() const { return m_a.lieInMap() && m_b.lieInMap(); }

    /// Calls `visitor(bytesA, bytesB)`.
    template <typename Visitor>
    Result<> visit(std::uint64_t first, std::uint64_t count, PairScratch& scratch, Visitor&& visitor) const
    {
        Result<> doneB;
        auto doneA = m_a.visit(first, count, scratch.a, [&](std::span<const std::byte> bytesA) {
            doneB =
                m_b.visit(first, count, scratch.b, [&](std::span<const std::byte> bytesB) { visitor(bytesA, bytesB); });
        });
        return doneA ? doneB : doneA;
    }

private:
    const Elements& m_a;
    const Elements& m_b;
};

} // namespace loupe
