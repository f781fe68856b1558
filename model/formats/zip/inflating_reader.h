#pragma once

#include "formats/storages/packed_bytes.h"
#include "formats/zip/inflater.h"

#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace loupe::zip {

/// A cache of decoder states for the deflate streams of one file, so that sequential, backward and random reads do not
/// start over each time. It holds copies of decoders at points along the streams, and decoders that rest where reading
/// ended. Thread-safe.
///
/// Memory: at most mostPoints + mostResting decoders of about 40 KiB, 21 MiB, for any file. At first, a stream has a
/// point every MiB. When points run out, the stream with the most points drops every second one. Reading at a random
/// position then decompresses at most a few times size / mostPoints bytes, and sequential reading decompresses only
/// what is read.
class InflatePoints {
public:
    static constexpr std::size_t mostPoints = 512;
    static constexpr std::size_t mostResting = 16;
    static constexpr std::uint64_t leastSpacing = std::uint64_t{1} << 20;

    /// The nearest decoder at or before `position` of the stream.
    Result<std::unique_ptr<Inflater>> take(ByteRange stream, std::uint64_t position);
    /// Keeps a copy of `inflater` if there is no point near it.
    void offer(ByteRange stream, const Inflater& inflater);
    /// Returns a decoder from take().
    void rest(ByteRange stream, std::unique_ptr<Inflater> inflater);

    /// The current number of points, over all streams.
    std::size_t points() const;
    /// The number of bytes decompressed so far, including skipped ones.
    std::uint64_t inflatedBytes() const { return m_inflatedBytes; }
    void countInflated(std::uint64_t bytes) { m_inflatedBytes += bytes; }

private:
    using Key = std::pair<std::uint64_t, std::uint64_t>;
    struct Stream {
        std::map<std::uint64_t, std::shared_ptr<const Inflater>> points; ///< by position
        std::uint64_t spacing = leastSpacing;
    };

    static Key key(ByteRange stream) { return {stream.begin, stream.end}; }
    bool isWanted(ByteRange stream, std::uint64_t position) const;
    void thinOut();

    mutable std::mutex m_mutex;
    std::map<Key, Stream> m_streams;
    std::size_t m_points = 0;
    std::atomic<std::uint64_t> m_inflatedBytes = 0;
    std::list<std::pair<Key, std::unique_ptr<Inflater>>> m_resting; ///< most recently rested first
};

/// Random access to the content of one deflated member of an archive. Immutable, thread-safe.
class InflatingReader : public PackedBytes {
public:
    /// `size` is the size of the content that the archive claims.
    InflatingReader(ByteRange stream, std::uint64_t size, std::shared_ptr<InflatePoints> points)
        : m_stream(stream)
        , m_size(size)
        , m_points(std::move(points))
    {
    }

    std::uint64_t size() const { return m_size; }
    /// Fails with Malformed if the stream is broken or shorter than claimed.
    Result<> read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const override;
    std::uint64_t fileBytes() const override { return m_stream.size(); }

private:
    Result<> readFrom(
        Inflater& inflater, const Source& source, std::uint64_t offset, std::span<std::byte> target) const;

    ByteRange m_stream;
    std::uint64_t m_size;
    std::shared_ptr<InflatePoints> m_points;
};

} // namespace loupe::zip
