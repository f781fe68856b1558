#pragma once

#include "core/elements.h"
#include "formats/hdf5/hdf5_filters.h"
#include "formats/hdf5/hdf5_stream.h"

#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe::hdf5 {

/// Identifies a decoded chunk of a file. Hostile datasets may share stored bytes, but decode them with different
/// filters and types.
struct Hdf5ChunkKey {
    const void* dataset = nullptr; ///< used only for comparison
    std::uint64_t offset = 0; ///< of its stored bytes
    std::uint64_t size = 0; ///< when decoded
    std::uint32_t stored = 0; ///< size when stored
    std::uint32_t skipped = 0; ///< as in Hdf5Chunk
    bool unfiltered = false;

    bool operator==(const Hdf5ChunkKey&) const = default;
    bool operator<(const Hdf5ChunkKey& other) const
    {
        const auto parts = [](const Hdf5ChunkKey& key) {
            return std::tie(key.dataset, key.offset, key.size, key.stored, key.skipped, key.unfiltered);
        };
        return parts(*this) < parts(other);
    }
};

/// A cache of the most recently decoded chunks of one file, so that sequential reading decodes each chunk once.
/// Thread-safe: a chunk is never decoded twice at the same time.
class Hdf5ChunkCache {
public:
    using Bytes = std::vector<std::byte>;
    using Decode = std::function<Result<>(std::span<std::byte>)>;
    static constexpr std::uint64_t mostAtOnce = std::uint64_t{512} << 20;

    /// Limits the chunks that are decoded at the same time to `atOnce` bytes together, except for a single larger one:
    /// decoding takes their size once more, and then some.
    explicit Hdf5ChunkCache(std::uint64_t atOnce = mostAtOnce)
        : m_atOnce(atOnce)
    {
    }

    /// The `key.size` bytes of a chunk. Keeps at most `most` bytes in the cache besides. Fails as `decode` does. May
    /// throw std::bad_alloc.
    Result<std::shared_ptr<const Bytes>> get(const Hdf5ChunkKey& key, std::uint64_t most, const Decode& decode);

private:
    struct Entry {
        std::mutex mutex;
        bool ready = false;
        Bytes bytes;
    };
    using List = std::list<std::pair<Hdf5ChunkKey, std::shared_ptr<Entry>>>;

    Result<> fill(Entry& entry, std::uint64_t size, const Decode& decode);

    std::uint64_t m_atOnce;
    std::mutex m_mutex;
    std::condition_variable m_decoded;
    std::uint64_t m_decoding = 0; ///< bytes being decoded now
    List m_kept; ///< most recently used first
    std::map<Hdf5ChunkKey, List::iterator> m_places; ///< in m_kept
    std::uint64_t m_bytes = 0; ///< of all kept chunks
};

/// Elements of a dataset that lies in chunks: blocks of one shape, possibly compressed, in any order.
///
/// A range of elements needs all chunks that it touches, and decodes those that are not cached. The cache holds at
/// least two rows of chunks, from 16 to 256 MiB, so sequential reading decodes each chunk once. Where a row of chunks
/// is larger, as for tall column chunks of a wide matrix, each is decoded again for every MiB or so that is read.
class Hdf5ChunkedStorage : public Storage {
public:
    static constexpr std::uint64_t largestChunk = std::uint64_t{256} << 20;

    /// `dataset` must have as many chunks as its shape requires, of a total size that fits in 64 bits, and
    /// `dataset.bytes` must be the fill value. Chunks larger than `largestChunk` that do not lie plainly in a map fail
    /// with TooLarge.
    Hdf5ChunkedStorage(const Hdf5Dataset& dataset, std::vector<Hdf5Chunk> chunks, ByteRange stream,
        std::uint64_t streamSize, std::optional<zip::InflatingReader> inflating, std::shared_ptr<Hdf5ChunkCache> cache);

    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    /// libhdf5 verifies the checksums of deflate and Fletcher-32 in a chunk.
    std::string_view refusedAs() const override { return m_pipeline.empty() ? std::string_view() : "OSError"; }

private:
    /// A block of elements: starts at `begin`, with `size` elements along each axis.
    struct Box {
        std::vector<std::uint64_t> begin;
        std::vector<std::uint64_t> size;
    };

    Result<> decodeBox(const Source& source, const Box& box, std::byte* target) const;
    Result<> decodeChunk(const Source& source, std::uint64_t number, const Box& box,
        const std::vector<std::uint64_t>& chunkBegin, std::byte* target) const;
    Result<> unpack(const Source& source, const Hdf5Chunk& chunk, bool unfiltered, std::span<std::byte> target) const;
    template <typename Copy>
    void forRows(const Box& box, const Box& part, const std::vector<std::uint64_t>& chunkBegin, Copy&& copy) const;
    tl::unexpected<Error> broken(const Source& source, const Hdf5Chunk& chunk, Error error) const;

    std::vector<std::uint64_t> m_shape;
    std::vector<std::uint64_t> m_chunkShape;
    std::vector<std::uint64_t> m_grid; ///< chunks along each axis
    std::vector<Hdf5Chunk> m_chunks;
    Hdf5Pipeline m_pipeline;
    std::string m_fill;
    std::uint64_t m_elementSize;
    std::uint64_t m_chunkBytes;
    std::uint64_t m_cacheBytes;
    ByteRange m_stream;
    std::uint64_t m_streamSize;
    std::optional<zip::InflatingReader> m_inflating;
    std::shared_ptr<Hdf5ChunkCache> m_cache;
    bool m_bigEndian;
    bool m_edgesUnfiltered;
};

/// Elements that are all equal, because the dataset was never written, or elements that were read with the header.
class Hdf5HeldStorage : public Storage {
public:
    /// `bytes` are little-endian: all elements, or the few that repeat.
    explicit Hdf5HeldStorage(std::string bytes)
        : m_bytes(std::move(bytes))
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    std::string m_bytes;
};

} // namespace loupe::hdf5
