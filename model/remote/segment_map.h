#pragma once

#include "remote/segment.h"

#include <map>
#include <vector>

namespace loupe::remote {

/// The segments of one file, which do not overlap. All with the memory's mutex held, but for making and unmaking.
class SegmentMap {
public:
    SegmentMap(std::shared_ptr<SegmentMemory> memory, std::uint64_t fileSize)
        : m_memory(std::move(memory))
        , m_fileSize(fileSize)
    {
    }
    ~SegmentMap();
    SegmentMap(const SegmentMap&) = delete;
    SegmentMap& operator=(const SegmentMap&) = delete;

    /// The one that has the byte at `offset`; null if none has it. A failed one is forgotten.
    std::shared_ptr<Segment> at(std::uint64_t offset);
    /// The bytes around `offset`, for which at() is null, that no segment has.
    ByteRange gapAround(std::uint64_t offset) const;
    /// A segment for a range of a gap, without bytes yet. Fails with OutOfMemory.
    Result<std::shared_ptr<Segment>> add(ByteRange range);
    /// Takes away a segment that nobody fetches.
    void giveUp(std::uint64_t begin);
    /// Gives up one that is not being fetched.
    void dropIfThere(std::uint64_t begin);
    /// Calls `visitor(Segment&)` with each that is being fetched.
    template <typename Visitor>
    void visitComing(Visitor&& visitor) const
    {
        for (const auto& [begin, entry] : m_entries) {
            if (entry.segment->state == Segment::State::Coming)
                visitor(*entry.segment);
        }
    }

private:
    struct Entry {
        std::shared_ptr<Segment> segment;
        SegmentMemory::Order::iterator place;
    };
    using Entries = std::map<std::uint64_t, Entry>; ///< by their begin

    Entries::iterator drop(Entries::iterator entry);

    const std::shared_ptr<SegmentMemory> m_memory;
    const std::uint64_t m_fileSize;
    Entries m_entries;
};

} // namespace loupe::remote
