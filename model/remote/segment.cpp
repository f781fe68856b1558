#include "remote/segment.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "remote/segment_map.h"

#include <cstring>

namespace loupe::remote {

void SegmentMemory::finish(Segment& segment, Result<> result)
{
    {
        const std::lock_guard lock(m_mutex);
        m_coming -= segment.range.size();
        segment.state = result ? Segment::State::There : Segment::State::Failed;
        if (!result)
            segment.error = std::move(result.error());
    }
    m_arrived.notify_all();
}

bool SegmentMemory::waitFor(Segment& segment, std::unique_lock<std::mutex>& lock, const std::stop_token& stop)
{
    ++segment.waiting;
    const bool ended = m_arrived.wait(lock, stop, [&] { return segment.state != Segment::State::Coming; });
    --segment.waiting;
    return ended;
}

SegmentMemory::Order::iterator SegmentMemory::add(SegmentMap& map, const Segment& segment)
{
    m_used += segment.range.size();
    m_coming += segment.range.size();
    makeRoom();
    return m_order.insert(m_order.end(), {&map, segment.range.begin});
}

void SegmentMemory::remove(Order::iterator place, const Segment& segment)
{
    m_used -= segment.range.size();
    m_order.erase(place);
}

bool SegmentMemory::keep(std::uint64_t bytes)
{
    if (bytes > m_limits.kept - m_kept)
        return false;
    m_kept += bytes;
    return true;
}

void SegmentMemory::makeRoom()
{
    for (auto place = m_order.begin(); place != m_order.end() && m_used > m_limits.segments;) {
        const Place oldest = *place++;
        oldest.map->dropIfThere(oldest.begin);
    }
}

SegmentTarget::SegmentTarget(std::shared_ptr<Segment> segment, std::shared_ptr<PinnedVersion> pinned,
    std::shared_ptr<SegmentMemory> memory, std::optional<FileCache> cache)
    : m_segment(std::move(segment))
    , m_pinned(std::move(pinned))
    , m_memory(std::move(memory))
    , m_cache(std::move(cache))
    , m_position(m_segment->range.begin)
{
}

Result<> SegmentTarget::begin(const HttpAnswer& answer)
{
    if (answer.status == 416) {
        const auto said = parseContentRange(answer.header("content-range"));
        if (said && said->total == m_pinned->version().size) {
            return loupe::fail(ErrorCode::Io,
                "the server refuses to give " + formatByteRange({m_position, m_segment->range.end})
                    + " of the file (416), although it says that it has " + counted(*said->total, "byte"),
                m_pinned->name(), m_position);
        }
    }
    if (answer.status == 412 || answer.status == 416)
        return m_pinned->noteChange("");
    if (answer.status != 206) {
        // A failed condition may also be answered like this.
        if (const std::string change = m_pinned->changeIn(answer, m_pinned->version().size); !change.empty())
            return m_pinned->noteChange(change);
        return loupe::fail(ErrorCode::Unsupported,
            "the server sends the whole file when asked for a part of it, which it did not do before", m_pinned->name(),
            m_position);
    }
    const auto there = parseContentRange(answer.header("content-range"));
    if (!there || !there->range || there->range->begin != m_position || there->range->end > m_segment->range.end) {
        return loupe::fail(ErrorCode::Io,
            "the server was asked for " + formatByteRange({m_position, m_segment->range.end})
                + " and sends another part of the file: Content-Range "
                + (there ? quote(answer.header("content-range")) : "is missing or malformed"),
            m_pinned->name(), m_position);
    }
    m_answerEnd = there->range->end;
    if (answer.forbidsStoring())
        m_cache.reset();
    return m_pinned->check(answer, there->total.value_or(m_pinned->version().size));
}

Result<> SegmentTarget::take(std::span<const std::byte> bytes)
{
    if (bytes.size() > m_answerEnd - m_position)
        return loupe::fail(ErrorCode::Io, "the server sends more bytes than it said", m_pinned->name(), m_position);
    std::memcpy(m_segment->bytes.bytes().data() + (m_position - m_segment->range.begin), bytes.data(), bytes.size());
    m_position += bytes.size();
    if (m_count)
        m_count->fetch_add(bytes.size(), std::memory_order_relaxed);
    return {};
}

void SegmentTarget::finish(Result<> result)
{
    if (!result && !result.error().offset)
        result.error().offset = m_position;
    m_memory->finish(*m_segment, std::move(result));
    // Also caches the start of a range whose rest did not arrive; the next read requests the rest.
    const ByteRange there{m_segment->range.begin, m_position};
    if (m_cache)
        m_cache->disk->store(
            m_cache->blocks, there, std::as_const(m_segment->bytes).bytes().first(there.size()), m_segment);
}

} // namespace loupe::remote
