#include "remote/segment_map.h"

#include <cassert>

namespace loupe::remote {

SegmentMap::~SegmentMap()
{
    const std::lock_guard lock(m_memory->mutex());
    for (auto entry = m_entries.begin(); entry != m_entries.end();)
        entry = drop(entry);
}

std::shared_ptr<Segment> SegmentMap::at(std::uint64_t offset)
{
    auto next = m_entries.upper_bound(offset);
    if (next == m_entries.begin())
        return nullptr;
    const auto entry = std::prev(next);
    if (!entry->second.segment->range.contains(offset))
        return nullptr;
    if (entry->second.segment->state == Segment::State::Failed) {
        drop(entry);
        return nullptr;
    }
    m_memory->use(entry->second.place);
    return entry->second.segment;
}

ByteRange SegmentMap::gapAround(std::uint64_t offset) const
{
    const auto next = m_entries.upper_bound(offset);
    const std::uint64_t begin = next == m_entries.begin() ? 0 : std::prev(next)->second.segment->range.end;
    return {begin, next == m_entries.end() ? m_fileSize : next->first};
}

Result<std::shared_ptr<Segment>> SegmentMap::add(ByteRange range)
{
    assert(range.begin < range.end && range.end <= m_fileSize);
    // otherwise the memory would count it, and keep a place that nothing removes
    assert(!m_entries.contains(range.begin));
    auto segment = std::make_shared<Segment>(m_memory->pool());
    segment->range = range;
    auto bytes = m_memory->pool()->take(range.size());
    if (!bytes)
        return loupe::fail(std::move(bytes.error()));
    segment->bytes = std::move(*bytes);
    m_entries.emplace(range.begin, Entry{segment, m_memory->add(*this, *segment)});
    return segment;
}

void SegmentMap::giveUp(std::uint64_t begin)
{
    const auto entry = m_entries.find(begin);
    m_memory->abandon(*entry->second.segment);
    drop(entry);
}

void SegmentMap::dropIfThere(std::uint64_t begin)
{
    const auto entry = m_entries.find(begin);
    if (entry != m_entries.end() && entry->second.segment->state != Segment::State::Coming)
        drop(entry);
}

SegmentMap::Entries::iterator SegmentMap::drop(Entries::iterator entry)
{
    m_memory->remove(entry->second.place, *entry->second.segment);
    return m_entries.erase(entry);
}

} // namespace loupe::remote
