#pragma once

#include "remote/segment.h"

#include <map>
#include <vector>

namespace loupe::remote {

/// The segments of one file, which do not overlap. Call everything but constructor and destructor with the memory's
/// mutex held.
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

    /// The segment that contains the byte at `offset`; null if there is none. Drops a failed one.
    std::shared_ptr<Segment> at(std::uint64_t offset);
    /// The range around `offset` that no segment covers. Precondition: at() is null for `offset`.
    ByteRange gapAround(std::uint64_t offset) const;
    /// Adds a segment without bytes yet for a range within a gap. Fails with OutOfMemory.
    Result<std::shared_ptr<Segment>> add(ByteRange range);
    /// Removes a segment whose fetch could not be started.
    void giveUp(std::uint64_t begin);
    /// Removes a segment if it is not being fetched.
    void dropIfThere(std::uint64_t begin);
    /// Calls `visitor(Segment&)` with each segment that is being fetched.
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
    using Entries = std::map<std::uint64_t, Entry>; ///< by begin

    Entries::iterator drop(Entries::iterator entry);

    const std::shared_ptr<SegmentMemory> m_memory;
    const std::uint64_t m_fileSize;
    Entries m_entries;
};

} // namespace loupe::remote
