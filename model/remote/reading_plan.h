#pragma once

#include "core/byte_range.h"
#include "core/source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace loupe::remote {

/// Ranges that will be read, in ascending order and disjoint.
class ReadingPlan {
public:
    /// Merges ranges with small gaps, since a request costs more than transferring the gap.
    ReadingPlan(const std::vector<ByteRange>& ranges, const Reading& reading)
        : m_reading(reading)
    {
        constexpr std::uint64_t little = std::uint64_t{64} << 10;
        for (const ByteRange range : ranges) {
            if (!m_ranges.empty() && range.begin <= m_ranges.back().end + little)
                m_ranges.back().end = std::max(m_ranges.back().end, range.end);
            else if (!range.empty())
                m_ranges.push_back(range);
        }
        m_size = std::accumulate(m_ranges.begin(), m_ranges.end(), std::uint64_t{0},
            [](std::uint64_t sum, ByteRange range) { return sum + range.size(); });
    }

    const Reading& reading() const { return m_reading; }
    /// Bytes in all ranges.
    std::uint64_t size() const { return m_size; }
    /// Bytes including those of other files.
    std::uint64_t altogether() const { return std::max(m_size, m_reading.altogether); }

    bool contains(std::uint64_t offset) const
    {
        const auto range = from(offset);
        return range != m_ranges.end() && range->contains(offset);
    }

    /// Calls `visitor(ByteRange)` with the ranges from `offset` on, until it returns false.
    template <typename Visitor>
    void visitFrom(std::uint64_t offset, Visitor&& visitor) const
    {
        for (auto range = from(offset); range != m_ranges.end(); ++range) {
            if (!visitor(ByteRange{std::max(offset, range->begin), range->end}))
                return;
        }
    }

private:
    /// The first range that ends after `offset`.
    std::vector<ByteRange>::const_iterator from(std::uint64_t offset) const
    {
        return std::ranges::upper_bound(m_ranges, offset, {}, &ByteRange::end);
    }

    const Reading m_reading;
    std::vector<ByteRange> m_ranges;
    std::uint64_t m_size = 0;
};

/// Detects sequential reads in small steps, such as through a header.
class ReadingStreams {
public:
    static constexpr std::uint64_t smallRead = std::uint64_t{64} << 10;

    /// Records a read of `range` and returns how many bytes to fetch after it: as many as were read there so far. 0 at
    /// the start of a sequence, and for larger reads, whose size says how much is needed.
    std::uint64_t note(ByteRange range)
    {
        constexpr std::uint64_t most = std::uint64_t{1} << 20;
        if (range.size() > smallRead)
            return 0;
        for (ByteRange& stream : m_streams) {
            if (!stream.empty() && range.begin >= stream.begin && range.begin <= stream.end + smallRead) {
                stream.end = std::max(stream.end, range.end);
                return stream.size() > smallRead ? std::min(most, stream.size()) : 0;
            }
        }
        m_streams[m_next++ % m_streams.size()] = range;
        return 0;
    }

private:
    std::array<ByteRange, 8> m_streams;
    std::size_t m_next = 0;
};

} // namespace loupe::remote
