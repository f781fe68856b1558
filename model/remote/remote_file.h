#pragma once

#include "core/source.h"
#include "remote/reading_plan.h"
#include "remote/segment_map.h"

#include <list>

namespace loupe::remote {

/// One version of a file on a web server, read by ranges. Fetches each byte once, as long as it stays in memory.
class RemoteFile final : public RemoteBytes, public std::enable_shared_from_this<RemoteFile> {
public:
    RemoteFile(HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<PinnedVersion> pinned,
        std::shared_ptr<SegmentMemory> memory, std::optional<FileCache> cache);
    ~RemoteFile() override;

    /// Adds bytes that were already fetched. Fails with OutOfMemory.
    Result<> put(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Keeps all bytes of a file whose server does not support ranges. Fails with OutOfMemory, also if such files would
    /// exceed their limit.
    Result<> keepWhole(std::span<const std::byte> bytes);
    const PinnedVersion& pinned() const { return *m_pinned; }

    Result<> read(std::uint64_t offset, std::span<std::byte> target) override;
    Result<std::span<const std::byte>> view(
        ByteRange range, Buffer& scratch, std::shared_ptr<const void>& keeper) override;
    std::shared_ptr<void> expect(std::vector<ByteRange> ranges, const Reading& reading) override;
    Result<> checkUnchanged() const override { return m_pinned->checkUnchanged(); }
    std::string version() const override
    {
        const Version& version = m_pinned->version();
        return version.etag.empty() ? version.modified : version.etag;
    }

private:
    using Segments = std::vector<std::shared_ptr<Segment>>;

    std::uint64_t size() const { return m_pinned->version().size; }
    /// The segments that cover the range. Fetches what is missing, and what is expected to be read next.
    Result<Segments> claim(ByteRange range);
    /// Calls `visitor(const std::shared_ptr<Segment>&, ByteRange part)` with the segments that cover the range, in
    /// order, as they arrive.
    template <typename Visitor>
    Result<> visitSegments(ByteRange range, Visitor visitor);
    /// Waits for a segment. False if it was cancelled because another job was stopped. `part` is what will be read of
    /// it.
    Result<bool> waitFor(Segment& segment, ByteRange part);
    /// A segment whose bytes are on disk, with its block there.
    struct Load {
        std::shared_ptr<Segment> segment;
        ByteRange block;
    };
    /// Loads the block into memory; fetches the bytes if it is damaged or gone.
    void load(const Load& load);
    /// Call this and the following with the memory's mutex held.
    Result<std::shared_ptr<Segment>> claimAt(std::uint64_t offset, std::uint64_t wantedEnd, std::vector<Load>& loads);
    /// The cached block that contains the byte at `offset`.
    std::optional<ByteRange> onDisk(std::uint64_t offset) const;
    /// The range around `offset` that is not in memory and, from `offset` on, not on disk.
    ByteRange gapAround(std::uint64_t offset) const;
    void fetchAhead(ByteRange range);
    /// Fetches the next bytes of a plan. False if no plan contains `offset`.
    bool fetchPlanned(std::uint64_t offset);
    Result<std::shared_ptr<Segment>> fetch(ByteRange range);
    Result<> startFetch(const std::shared_ptr<Segment>& segment);
    /// The plan that fetches the byte at `offset` ahead; null if there is none.
    const ReadingPlan* planOf(std::uint64_t offset) const;
    /// True if the byte at `offset` may be read again in a later run.
    bool isWorthKeeping(std::uint64_t offset) const;
    bool isExpected(ByteRange range) const;
    /// Cancels fetches that no thread waits for and no plan contains. `among` restricts this to fetches of that plan.
    void cancelUnwanted(const ReadingPlan* among = nullptr);

    HttpClient& m_client;
    const std::shared_ptr<HttpPlace> m_place;
    const std::shared_ptr<PinnedVersion> m_pinned;
    const std::shared_ptr<SegmentMemory> m_memory;
    const std::optional<FileCache> m_cache;
    std::optional<Buffer> m_whole;
    SegmentMap m_segments;
    ReadingStreams m_streams; ///< guarded by the memory's mutex, like the plans
    std::list<std::shared_ptr<const ReadingPlan>> m_plans; ///< until their tokens are destroyed
};

} // namespace loupe::remote
