#pragma once

#include "core/source.h"
#include "remote/reading_plan.h"
#include "remote/segment_map.h"

#include <list>

namespace loupe::remote {

/// One version of a file on a web server, read in parts: each byte once, as long as memory has it.
class RemoteFile final : public RemoteBytes {
public:
    RemoteFile(HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<PinnedVersion> pinned,
        std::shared_ptr<SegmentMemory> memory);
    ~RemoteFile() override;

    /// Puts bytes there that have been fetched already. Fails with OutOfMemory.
    Result<> put(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Takes all bytes, of a server that gives no parts. Fails with OutOfMemory, also where such files need too much.
    Result<> keepWhole(std::span<const std::byte> bytes);
    const PinnedVersion& pinned() const { return *m_pinned; }

    Result<> read(std::uint64_t offset, std::span<std::byte> target) override;
    std::shared_ptr<void> expect(std::vector<ByteRange> ranges) override;
    Result<> checkUnchanged() const override { return m_pinned->checkUnchanged(); }

private:
    using Segments = std::vector<std::shared_ptr<Segment>>;

    std::uint64_t size() const { return m_pinned->version().size; }
    /// The segments that have the range; fetches what is missing, and what is expected to be read next.
    Result<Segments> claim(ByteRange range);
    Result<> waitFor(const Segment& segment);
    /// The rest with the memory's mutex held.
    Result<std::shared_ptr<Segment>> claimAt(std::uint64_t offset, std::uint64_t wantedEnd);
    void fetchAhead(ByteRange range);
    bool fetchPlanned(std::uint64_t offset);
    Result<std::shared_ptr<Segment>> fetch(ByteRange range);

    HttpClient& m_client;
    const std::shared_ptr<HttpPlace> m_place;
    const std::shared_ptr<PinnedVersion> m_pinned;
    const std::shared_ptr<SegmentMemory> m_memory;
    std::optional<Buffer> m_whole;
    SegmentMap m_segments;
    ReadingStreams m_streams; ///< guarded by the memory's mutex, like the plans
    std::list<std::weak_ptr<const ReadingPlan>> m_plans;
};

} // namespace loupe::remote
