#pragma once

#include "core/buffer.h"
#include "core/byte_range.h"
#include "core/remote/remote_wait.h"
#include "core/result.h"
#include "remote/buffer_pool.h"
#include "remote/cache/file_cache.h"
#include "remote/http/http_fetch.h"
#include "remote/pinned_version.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace loupe::remote {

class SegmentMap;

/// Bytes of a remote file that are in memory or being fetched.
struct Segment {
    enum class State : std::uint8_t { Coming, There, Failed };

    explicit Segment(std::shared_ptr<BufferPool> memory)
        : pool(std::move(memory))
    {
    }
    ~Segment() { pool->give(std::move(bytes)); }
    Segment(const Segment&) = delete;
    Segment& operator=(const Segment&) = delete;

    std::span<const std::byte> bytesOf(ByteRange part) const
    {
        return bytes.bytes().subspan(part.begin - range.begin, part.size());
    }

    const std::shared_ptr<BufferPool> pool;
    ByteRange range;
    Buffer bytes; ///< owned by the fetch while it runs; immutable afterwards
    // Guarded by the memory's mutex:
    State state = State::Coming;
    std::optional<Error> error;
    std::weak_ptr<HttpFetch> fetch;
    bool isCancelled = false; ///< by a job that was stopped; others that need it must request it again
    bool isPassing = false; ///< part of a read that exceeds the memory limit: dropped once it has been read
    unsigned waiting = 0; ///< number of threads that wait for it
    std::uint64_t read = 0; ///< bytes read so far; bytes read repeatedly count repeatedly
};

/// Limits in bytes for remote data in memory.
struct MemoryLimits {
    std::uint64_t segments = std::uint64_t{256} << 20; ///< data that can be fetched again
    std::uint64_t kept = std::uint64_t{2} << 30; ///< whole files whose servers do not support ranges
};

/// The memory of all segments of the process. It is bounded: the least recently used segments are evicted first. Data
/// that cannot be fetched again stays as long as its file is open.
class SegmentMemory {
public:
    explicit SegmentMemory(const MemoryLimits& limits = {})
        : m_limits(limits)
    {
    }

    const MemoryLimits& limits() const { return m_limits; }
    const std::shared_ptr<BufferPool>& pool() const { return m_pool; }

    std::mutex& mutex() { return m_mutex; }
    /// Waits until the segment has arrived or failed. False if `stop` was requested first.
    bool waitFor(Segment& segment, std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    void finish(Segment& segment, Result<> result);

    struct Place {
        SegmentMap* map;
        std::uint64_t begin;
    };
    using Order = std::list<Place>; ///< least recently used first

    // Call the following with the mutex held.
    /// True if this many more bytes may be fetched before anyone waits for them.
    bool hasRoomAhead(std::uint64_t bytes) const { return m_coming + bytes <= m_limits.segments / 2; }
    /// Adds a whole file to the total. False if there is no room for it.
    bool keep(std::uint64_t bytes);
    void release(std::uint64_t bytes) { m_kept -= bytes; }
    Order::iterator add(SegmentMap& map, const Segment& segment);
    void use(Order::iterator place) { m_order.splice(m_order.end(), m_order, place); }
    void remove(Order::iterator place, const Segment& segment);
    /// Records that the segment will never be finished.
    void abandon(const Segment& segment) { m_coming -= segment.range.size(); }

private:
    void makeRoom();

    const MemoryLimits m_limits;
    const std::shared_ptr<BufferPool> m_pool = std::make_shared<BufferPool>();
    std::mutex m_mutex;
    std::condition_variable_any m_arrived;
    std::uint64_t m_used = 0;
    std::uint64_t m_coming = 0; ///< bytes of m_used in incomplete segments
    std::uint64_t m_kept = 0; ///< bytes in whole files
    Order m_order;
};

/// Fills a segment from one version of a file.
class SegmentTarget final : public FetchTarget {
public:
    /// For the job of this thread. `cache` also stores the bytes, unless the server forbids it.
    SegmentTarget(std::shared_ptr<Segment> segment, std::shared_ptr<PinnedVersion> pinned,
        std::shared_ptr<SegmentMemory> memory, std::optional<FileCache> cache);

    std::optional<ByteRange> missing() const override { return ByteRange{m_position, m_segment->range.end}; }
    std::vector<std::string> headers() const override { return m_pinned->conditions(); }
    Result<> begin(const HttpAnswer& answer) override;
    Result<> take(std::span<const std::byte> bytes) override;
    bool isComplete() const override { return m_position == m_segment->range.end; }
    void finish(Result<> result) override;

private:
    std::shared_ptr<Segment> m_segment;
    std::shared_ptr<PinnedVersion> m_pinned;
    std::shared_ptr<SegmentMemory> m_memory;
    std::optional<FileCache> m_cache;
    const FetchCount::Bytes m_count = FetchCount::ofThread(); ///< null if nobody counts
    std::uint64_t m_position; ///< position in the file; all earlier bytes have arrived
    std::uint64_t m_answerEnd = 0; ///< where the current response ends, by its headers
};

} // namespace loupe::remote
