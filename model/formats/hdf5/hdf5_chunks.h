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

/// What tells a decoded chunk from all others of a file. Hostile datasets share stored bytes, and each makes of them
/// what its own filters and type say.
struct Hdf5ChunkKey {
    const void* dataset = nullptr; ///< only told apart from others
    std::uint64_t offset = 0; ///< of its stored bytes
    std::uint64_t size = 0; ///< decoded
    std::uint32_t stored = 0; ///< bytes
    std::uint32_t skipped = 0; ///< as Hdf5Chunk has it
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

/// Chunks of one file that were decoded last, so that reading on decodes each once. Used from many threads; two that
/// want the same chunk do not both decode it.
class Hdf5ChunkCache {
public:
    using Bytes = std::vector<std::byte>;
    using Decode = std::function<Result<>(std::span<std::byte>)>;
    static constexpr std::uint64_t mostAtOnce = std::uint64_t{512} << 20;

    /// Chunks of at most `atOnce` bytes together are decoded at the same time, one in any case: it takes their size
    /// again and more.
    explicit Hdf5ChunkCache(std::uint64_t atOnce = mostAtOnce)
        : m_atOnce(atOnce)
    {
    }

    /// The `key.size` bytes of a chunk. Keeps at most `most` bytes besides. Fails as `decode` does. May throw
    /// std::bad_alloc.
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
    std::uint64_t m_decoding = 0; ///< bytes, now
    List m_kept; ///< the one used last first
    std::map<Hdf5ChunkKey, List::iterator> m_places; ///< in m_kept
    std::uint64_t m_bytes = 0; ///< of all
};

/// Elements of a dataset that lies in chunks: blocks of one shape, each perhaps compressed, in any order.
///
/// A range of elements needs all chunks that it touches, and decodes those that are not kept. What is kept is at least
/// two rows of chunks, from 16 to 256 MiB: reading on then decodes each chunk once. Where a row of chunks is larger, as
/// where chunks are tall columns of a wide matrix, each is decoded again for every MiB or so that is read.
class Hdf5ChunkedStorage : public Storage {
public:
    static constexpr std::uint64_t largestChunk = std::uint64_t{256} << 20;

    /// `dataset` has as many chunks as its shape says, their size fits in 64 bits, and `dataset.bytes` is the fill
    /// value. Chunks that are larger than `largestChunk` and do not lie plainly in a map fail with TooLarge.
    Hdf5ChunkedStorage(const Hdf5Dataset& dataset, std::vector<Hdf5Chunk> chunks, ByteRange stream,
        std::uint64_t streamSize, std::optional<zip::InflatingReader> inflating, std::shared_ptr<Hdf5ChunkCache> cache);

    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    /// libhdf5 checks what deflate and Fletcher-32 state of a chunk.
    std::string_view refusedAs() const override { return m_pipeline.empty() ? std::string_view() : "OSError"; }

private:
    /// A block of elements: from `begin` on, `size` along each axis.
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

/// Elements that are all the same, of a dataset that was never written, or that were read with the header.
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
