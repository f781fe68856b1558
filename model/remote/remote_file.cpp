#include "remote/remote_file.h"

#include "core/text/text.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace loupe::remote {

namespace {

constexpr std::uint64_t smallestFetch = ReadingStreams::smallRead;
constexpr std::uint64_t largestFetch = std::uint64_t{4} << 20;
/// What is under way of a plan, at most.
constexpr std::uint64_t planWindow = std::uint64_t{64} << 20;
/// Enough for all connections to a host; each request takes half a MiB, however small it is.
constexpr int mostPlannedRequests = 32;

} // namespace

RemoteFile::RemoteFile(HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<PinnedVersion> pinned,
    std::shared_ptr<SegmentMemory> memory)
    : m_client(client)
    , m_place(std::move(place))
    , m_pinned(std::move(pinned))
    , m_memory(std::move(memory))
    , m_segments(m_memory, m_pinned->version().size)
{
}

RemoteFile::~RemoteFile()
{
    if (!m_whole)
        return;
    const std::lock_guard lock(m_memory->mutex());
    m_memory->release(size());
}

Result<> RemoteFile::keepWhole(std::span<const std::byte> bytes)
{
    Buffer whole;
    if (auto room = whole.resize(bytes.size()); !room)
        return room;
    std::ranges::copy(bytes, whole.bytes().begin());
    const std::lock_guard lock(m_memory->mutex());
    if (!m_memory->keep(size())) {
        return loupe::fail(ErrorCode::OutOfMemory,
            "the server does not give parts of files: they are kept in memory while they are open, and all such files "
            "may have no more than "
                + formatBytes(m_memory->limits().kept),
            m_pinned->name());
    }
    m_whole = std::move(whole);
    return {};
}

Result<> RemoteFile::put(std::uint64_t offset, std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return {};
    std::shared_ptr<Segment> segment;
    {
        const std::lock_guard lock(m_memory->mutex());
        auto added = m_segments.add({offset, offset + bytes.size()});
        if (!added)
            return loupe::fail(std::move(added.error()));
        segment = std::move(*added);
    }
    std::ranges::copy(bytes, segment->bytes.bytes().begin());
    m_memory->finish(*segment, {});
    return {};
}

Result<> RemoteFile::read(std::uint64_t offset, std::span<std::byte> target)
{
    if (m_whole) {
        std::ranges::copy(std::as_const(*m_whole).bytes().subspan(offset, target.size()), target.begin());
        return {};
    }
    constexpr std::uint64_t mostAtOnce = 4 * largestFetch;
    while (!target.empty()) {
        const ByteRange range{offset, offset + std::min<std::uint64_t>(target.size(), mostAtOnce)};
        const auto segments = claim(range);
        if (!segments)
            return loupe::fail(segments.error());
        for (const auto& segment : *segments) {
            if (auto there = waitFor(*segment); !there)
                return there;
            const ByteRange part = intersect(range, segment->range);
            std::memcpy(target.data() + (part.begin - offset),
                segment->bytes.bytes().data() + (part.begin - segment->range.begin), part.size());
        }
        offset = range.end;
        target = target.subspan(range.size());
    }
    return {};
}

std::shared_ptr<void> RemoteFile::expect(std::vector<ByteRange> ranges)
{
    auto plan = std::make_shared<ReadingPlan>(ranges);
    const std::lock_guard lock(m_memory->mutex());
    m_plans.remove_if([](const auto& old) { return old.expired(); });
    m_plans.push_back(plan);
    return plan;
}

Result<> RemoteFile::waitFor(const Segment& segment)
{
    std::unique_lock lock(m_memory->mutex());
    while (segment.state == Segment::State::Coming)
        m_memory->wait(lock);
    if (segment.error)
        return loupe::fail(*segment.error);
    return checkUnchanged();
}

Result<RemoteFile::Segments> RemoteFile::claim(ByteRange range)
{
    if (auto unchanged = checkUnchanged(); !unchanged)
        return loupe::fail(std::move(unchanged.error()));
    const std::lock_guard lock(m_memory->mutex());
    const bool isPlanned = fetchPlanned(range.begin);
    Segments segments;
    for (std::uint64_t offset = range.begin; offset < range.end; offset = segments.back()->range.end) {
        auto segment = claimAt(offset, range.end);
        if (!segment)
            return loupe::fail(std::move(segment.error()));
        segments.push_back(std::move(*segment));
    }
    if (!isPlanned)
        fetchAhead(range);
    return segments;
}

Result<std::shared_ptr<Segment>> RemoteFile::claimAt(std::uint64_t offset, std::uint64_t wantedEnd)
{
    if (auto segment = m_segments.at(offset))
        return segment;
    const ByteRange gap = m_segments.gapAround(offset);
    const std::uint64_t smallEnd = std::min(offset + smallestFetch, gap.end);
    ByteRange range{offset, std::clamp(wantedEnd, smallEnd, std::min(offset + largestFetch, gap.end))};
    // Readers of a file's end go backward from there.
    if (range.end == size() && range.size() < smallestFetch)
        range.begin = std::max(gap.begin, range.end - std::min(range.end, smallestFetch));
    return fetch(range);
}

void RemoteFile::fetchAhead(ByteRange range)
{
    const std::uint64_t ahead = m_streams.note(range);
    const std::uint64_t end = std::min(range.end + ahead, size());
    for (std::uint64_t offset = range.end; offset < end;) {
        if (const auto segment = m_segments.at(offset)) {
            offset = segment->range.end;
            continue;
        }
        const ByteRange missing{offset, std::min(m_segments.gapAround(offset).end, end)};
        if (missing.size() < ahead / 2 && missing.end != size())
            return; // one larger request later is better
        if (!fetch(missing))
            return; // who needs it will ask again, and say why not
        offset = missing.end;
    }
}

/// Whether a plan says what is read next.
bool RemoteFile::fetchPlanned(std::uint64_t offset)
{
    for (const auto& weak : m_plans) {
        const auto plan = weak.lock();
        if (!plan || !plan->contains(offset))
            continue;
        std::uint64_t window = planWindow;
        int requests = 0;
        plan->visitFrom(offset, [&](ByteRange range) {
            for (std::uint64_t at = range.begin; at < range.end && window > 0;) {
                if (requests == mostPlannedRequests)
                    return false;
                if (const auto segment = m_segments.at(at)) {
                    requests += segment->state == Segment::State::Coming;
                    const std::uint64_t past = std::min(segment->range.end, range.end) - at;
                    window -= std::min(window, past);
                    at += past;
                    continue;
                }
                const std::uint64_t end = std::min(m_segments.gapAround(at).end, range.end);
                const ByteRange missing{at, std::min(end, at + largestFetch)};
                const bool hasRoom = at == offset || m_memory->hasRoomAhead(missing.size());
                if (!hasRoom || !fetch(missing))
                    window = 0;
                else
                    window -= std::min(window, missing.size());
                ++requests;
                at = missing.end;
            }
            return window > 0;
        });
        return true;
    }
    return false;
}

Result<std::shared_ptr<Segment>> RemoteFile::fetch(ByteRange range)
{
    auto segment = m_segments.add(range);
    if (!segment)
        return segment;
    try {
        HttpFetch::start(m_client, m_place, std::make_shared<SegmentTarget>(*segment, m_pinned, m_memory));
    } catch (const std::bad_alloc&) {
        m_segments.giveUp(range.begin);
        return loupe::fail(ErrorCode::OutOfMemory, "there is not enough memory for a request", m_pinned->name());
    }
    return segment;
}

} // namespace loupe::remote
