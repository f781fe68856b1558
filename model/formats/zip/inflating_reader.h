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

/// What is remembered of the deflate streams of one file, so that reading on, back and here and there does not begin at
/// the front each time: copies of decoders at points along the streams, and decoders that rest where reading ended.
/// Used from many threads.
///
/// Memory: at most mostPoints + mostResting decoders of about 40 KiB, 21 MiB, whatever the file. A stream has a point
/// every MiB at first; where points run out, the stream that has most of them gives up every second one, so that
/// reading at a random place decompresses a few times size / mostPoints bytes at most, and reading on only what is
/// read.
class InflatePoints {
public:
    static constexpr std::size_t mostPoints = 512;
    static constexpr std::size_t mostResting = 16;
    static constexpr std::uint64_t leastSpacing = std::uint64_t{1} << 20;

    /// A decoder at `position` of the stream or before it, as near as there is.
    Result<std::unique_ptr<Inflater>> take(ByteRange stream, std::uint64_t position);
    /// Keeps a copy of `inflater` where there is none near it.
    void offer(ByteRange stream, const Inflater& inflater);
    /// Takes back what take() gave.
    void rest(ByteRange stream, std::unique_ptr<Inflater> inflater);

    /// How many points there are now, of all streams.
    std::size_t points() const;
    /// How many bytes were decompressed so far, those that were skipped included.
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
    std::list<std::pair<Key, std::unique_ptr<Inflater>>> m_resting; ///< the one that ended last first
};

/// The content of one deflated member of an archive, at any place. Immutable, used from many threads.
class InflatingReader : public PackedBytes {
public:
    /// `size`: of the content, as the archive claims it.
    InflatingReader(ByteRange stream, std::uint64_t size, std::shared_ptr<InflatePoints> points)
        : m_stream(stream)
        , m_size(size)
        , m_points(std::move(points))
    {
    }

    std::uint64_t size() const { return m_size; }
    /// Malformed where the stream is broken or shorter than claimed.
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
