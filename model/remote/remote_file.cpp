#include "remote/remote_file.h"

#include "core/remote/remote_wait.h"
#include "core/stop_scope.h"
#include "core/text/text.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace loupe::remote {

namespace {

constexpr std::uint64_t smallestFetch = ReadingStreams::smallRead;
constexpr std::uint64_t largestFetch = std::uint64_t{4} << 20;
/// The maximum number of bytes that a plan fetches ahead.
constexpr std::uint64_t planWindow = std::uint64_t{64} << 20;
/// Enough for all connections to a host. Each request takes half a MiB of memory, however small it is.
constexpr int mostPlannedRequests = 32;

} // namespace

RemoteFile::RemoteFile(HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<PinnedVersion> pinned,
    std::shared_ptr<SegmentMemory> memory, std::optional<FileCache> cache)
    : m_client(client)
    , m_place(std::move(place))
    , m_pinned(std::move(pinned))
    , m_memory(std::move(memory))
    , m_cache(std::move(cache))
    , m_segments(m_memory, m_pinned->version().size)
{
}

RemoteFile::~RemoteFile()
{
    const std::lock_guard lock(m_memory->mutex());
    m_plans.clear();
    cancelUnwanted();
    if (m_whole)
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
    if (m_cache)
        m_cache->disk->store(m_cache->blocks, segment->range, std::as_const(segment->bytes).bytes(), segment);
    return {};
}

template <typename Visitor>
Result<> RemoteFile::visitSegments(ByteRange range, Visitor visitor)
{
    constexpr std::uint64_t mostAtOnce = 4 * largestFetch;
    while (!range.empty()) {
        const auto segments = claim({range.begin, std::min(range.end, range.begin + mostAtOnce)});
        if (!segments)
            return loupe::fail(segments.error());
        for (const auto& segment : *segments) {
            const ByteRange part = intersect(range, segment->range);
            const auto there = waitFor(*segment, part);
            if (!there)
                return loupe::fail(there.error());
            if (!*there)
                break; // the caller claims it again
            if (auto visited = visitor(segment, part); !visited)
                return visited;
            range.begin = part.end;
        }
    }
    return {};
}

Result<> RemoteFile::read(std::uint64_t offset, std::span<std::byte> target)
{
    if (m_whole) {
        std::ranges::copy(std::as_const(*m_whole).bytes().subspan(offset, target.size()), target.begin());
        return {};
    }
    return visitSegments({offset, offset + target.size()}, [&](const auto& segment, ByteRange part) -> Result<> {
        std::memcpy(target.data() + (part.begin - offset), segment->bytesOf(part).data(), part.size());
        return {};
    });
}

Result<std::span<const std::byte>> RemoteFile::view(
    ByteRange range, Buffer& scratch, std::shared_ptr<const void>& keeper)
{
    if (m_whole)
        return std::as_const(*m_whole).bytes().subspan(range.begin, range.size());
    std::span<const std::byte> bytes;
    const auto see = [&](const std::shared_ptr<Segment>& segment, ByteRange part) -> Result<> {
        if (part == range) {
            bytes = segment->bytesOf(part);
            keeper = segment;
            return {};
        }
        if (auto room = scratch.resize(range.size()); !room)
            return room;
        bytes = scratch.bytes();
        std::memcpy(scratch.bytes().data() + (part.begin - range.begin), segment->bytesOf(part).data(), part.size());
        return {};
    };
    if (auto done = visitSegments(range, see); !done)
        return loupe::fail(std::move(done.error()));
    return bytes;
}

std::shared_ptr<void> RemoteFile::expect(std::vector<ByteRange> ranges, const Reading& reading)
{
    std::list<std::shared_ptr<const ReadingPlan>> one{std::make_shared<const ReadingPlan>(ranges, reading)};
    const auto place = one.begin();
    {
        const std::lock_guard lock(m_memory->mutex());
        m_plans.splice(m_plans.end(), one);
    }
    // The token holds no memory; only its destruction matters.
    return {static_cast<void*>(this), [file = weak_from_this(), place](void*) {
                const auto self = file.lock();
                if (!self)
                    return;
                const std::lock_guard lock(self->m_memory->mutex());
                const auto plan = *place;
                self->m_plans.erase(place);
                self->cancelUnwanted(plan.get());
            }};
}

bool RemoteFile::isExpected(ByteRange range) const
{
    return planOf(range.begin) != nullptr;
}

void RemoteFile::cancelUnwanted(const ReadingPlan* among)
{
    m_segments.visitComing([&](Segment& segment) {
        if (segment.waiting > 0 || segment.isCancelled || isExpected(segment.range)
            || (among && !among->contains(segment.range.begin)))
            return;
        if (const auto fetch = segment.fetch.lock()) {
            segment.isCancelled = true;
            fetch->cancel();
        }
    });
}

Result<bool> RemoteFile::waitFor(Segment& segment, ByteRange part)
{
    const std::stop_token stop = StopScope::current();
    const RemoteWait wait;
    std::unique_lock lock(m_memory->mutex());
    if (!m_memory->waitFor(segment, lock, stop)) {
        cancelUnwanted();
        return loupe::fail(ErrorCode::Stopped, "stopped", m_pinned->name());
    }
    if (segment.error && segment.isCancelled && !stop.stop_requested())
        return false;
    if (segment.error)
        return loupe::fail(*segment.error);
    segment.read += part.size();
    if (segment.isPassing && segment.read >= segment.range.size())
        m_segments.dropIfThere(segment.range.begin);
    lock.unlock();
    if (auto unchanged = checkUnchanged(); !unchanged)
        return loupe::fail(std::move(unchanged.error()));
    return true;
}

Result<RemoteFile::Segments> RemoteFile::claim(ByteRange range)
{
    if (auto unchanged = checkUnchanged(); !unchanged)
        return loupe::fail(std::move(unchanged.error()));
    Segments segments;
    std::vector<Load> loads;
    {
        const std::lock_guard lock(m_memory->mutex());
        const bool isPlanned = fetchPlanned(range.begin);
        Result<> claimed;
        for (std::uint64_t offset = range.begin; claimed && offset < range.end;) {
            auto segment = claimAt(offset, range.end, loads);
            if (!segment) {
                claimed = loupe::fail(std::move(segment.error()));
                break;
            }
            offset = (*segment)->range.end;
            segments.push_back(std::move(*segment));
        }
        // Blocks on disk are loaded in any case, since others may be waiting for them. Everything else can be claimed
        // again.
        if (!claimed && loads.empty())
            return loupe::fail(std::move(claimed.error()));
        if (claimed && !isPlanned)
            fetchAhead(range);
    }
    for (const Load& one : loads)
        load(one);
    return segments;
}

void RemoteFile::load(const Load& load)
{
    Segment& segment = *load.segment;
    if (m_cache->blocks->read(load.block, segment.range, segment.bytes.bytes()))
        return m_memory->finish(segment, {});
    Result<> begun;
    {
        const std::lock_guard lock(m_memory->mutex());
        begun = startFetch(load.segment);
    }
    if (!begun)
        m_memory->finish(segment, std::move(begun));
}

std::optional<ByteRange> RemoteFile::onDisk(std::uint64_t offset) const
{
    return m_cache ? m_cache->blocks->at(offset) : std::nullopt;
}

ByteRange RemoteFile::gapAround(std::uint64_t offset) const
{
    ByteRange gap = m_segments.gapAround(offset);
    if (m_cache)
        gap.end = std::min(gap.end, m_cache->blocks->nextAfter(offset));
    return gap;
}

Result<std::shared_ptr<Segment>> RemoteFile::claimAt(
    std::uint64_t offset, std::uint64_t wantedEnd, std::vector<Load>& loads)
{
    if (auto segment = m_segments.at(offset))
        return segment;
    if (const auto block = onDisk(offset)) {
        auto segment = m_segments.add(intersect(*block, m_segments.gapAround(offset)));
        if (segment)
            loads.push_back({*segment, *block});
        return segment;
    }
    const ByteRange gap = gapAround(offset);
    const std::uint64_t smallEnd = std::min(offset + smallestFetch, gap.end);
    ByteRange range{offset, std::clamp(wantedEnd, smallEnd, std::min(offset + largestFetch, gap.end))};
    // Formats with a directory at the end read backward from there.
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
        if (const auto block = onDisk(offset)) {
            offset = block->end;
            continue;
        }
        const ByteRange missing{offset, std::min(gapAround(offset).end, end)};
        if (missing.size() < ahead / 2 && missing.end != size())
            return; // one larger request later is more efficient
        if (!fetch(missing))
            return; // a later read will try again and report the error
        offset = missing.end;
    }
}

const ReadingPlan* RemoteFile::planOf(std::uint64_t offset) const
{
    const auto plan = std::ranges::find_if(
        m_plans, [offset](const auto& one) { return one->reading().isInOrder && one->contains(offset); });
    return plan == m_plans.end() ? nullptr : plan->get();
}

bool RemoteFile::isWorthKeeping(std::uint64_t offset) const
{
    return std::ranges::none_of(m_plans, [&](const auto& plan) {
        return plan->contains(offset) && plan->altogether() > m_cache->disk->mostOf(plan->reading().purpose);
    });
}

bool RemoteFile::fetchPlanned(std::uint64_t offset)
{
    const ReadingPlan* const plan = planOf(offset);
    if (!plan)
        return false;
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
            if (const auto block = onDisk(at)) {
                const std::uint64_t past = std::min(block->end, range.end) - at;
                window -= std::min(window, past);
                at += past;
                continue;
            }
            const std::uint64_t end = std::min(gapAround(at).end, range.end);
            const ByteRange missing{at, std::min(end, at + largestFetch)};
            const bool hasRoom = at == offset || m_memory->hasRoomAhead(missing.size());
            const auto segment = hasRoom ? fetch(missing) : Result<std::shared_ptr<Segment>>(nullptr);
            window -= segment && *segment ? std::min(window, missing.size()) : window;
            ++requests;
            at = missing.end;
        }
        return window > 0;
    });
    return true;
}

Result<std::shared_ptr<Segment>> RemoteFile::fetch(ByteRange range)
{
    auto segment = m_segments.add(range);
    if (!segment)
        return segment;
    if (auto begun = startFetch(*segment); !begun) {
        m_segments.giveUp(range.begin);
        return loupe::fail(std::move(begun.error()));
    }
    return segment;
}

Result<> RemoteFile::startFetch(const std::shared_ptr<Segment>& segment)
{
    if (const auto& refusal = m_place->refusal()) {
        Error error = *refusal;
        error.offset = segment->range.begin;
        return tl::unexpected(std::move(error));
    }
    const ReadingPlan* const plan = planOf(segment->range.begin);
    segment->isPassing = plan && !plan->reading().isRepeated && plan->size() > m_memory->limits().segments;
    const bool isKept = m_cache && isWorthKeeping(segment->range.begin);
    try {
        auto target =
            std::make_shared<SegmentTarget>(segment, m_pinned, m_memory, isKept ? m_cache : std::optional<FileCache>());
        segment->fetch = HttpFetch::start(m_client, m_place, std::move(target));
        return {};
    } catch (const std::bad_alloc&) {
        return loupe::fail(ErrorCode::OutOfMemory, "there is not enough memory for a request", m_pinned->name());
    }
}

} // namespace loupe::remote
