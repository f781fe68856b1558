#pragma once

#include "core/elements.h"
#include "core/views/chunk_cache.h"
#include "formats/hdf5/hdf5_filters.h"
#include "formats/hdf5/hdf5_stream.h"
#include "formats/storages/chunk_grid.h"

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe::hdf5 {

/// Identifies a decoded chunk of a file. Hostile datasets may share stored bytes but decode them with different filters
/// and types.
struct Hdf5ChunkKey {
    const void* dataset = nullptr; ///< used only for comparison
    std::uint64_t offset = 0; ///< offset of its stored bytes
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

using Hdf5ChunkCache = ChunkCache<Hdf5ChunkKey>;

/// Elements of a chunked dataset. Chunks are blocks of one shape, possibly compressed, stored in any order.
///
/// Reading a range of elements decodes all chunks that it touches and that are not cached. The cache holds
/// ChunkGrid::bytesToKeep() bytes, so sequential reading decodes each chunk only once.
class Hdf5ChunkedStorage : public Storage {
public:
    /// `dataset` must have as many chunks as its shape requires, with a total size that fits in 64 bits, and
    /// `dataset.bytes` must be the fill value. Reading fails with TooLarge for chunks larger than
    /// ChunkGrid::largestChunk, unless they are stored plainly in a memory-mapped file.
    Hdf5ChunkedStorage(const Hdf5Dataset& dataset, std::vector<Hdf5Chunk> chunks, ByteRange stream,
        std::uint64_t streamSize, std::optional<zip::InflatingReader> inflating, std::shared_ptr<Hdf5ChunkCache> cache);

    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    /// libhdf5 verifies the deflate and Fletcher-32 checksums of a chunk.
    std::string_view refusedAs() const override { return m_pipeline.empty() ? std::string_view() : "OSError"; }

private:
    Result<> decodeChunk(const Source& source, const ChunkPart& part) const;
    Result<> unpack(const Source& source, const Hdf5Chunk& chunk, bool unfiltered, std::span<std::byte> target) const;
    tl::unexpected<Error> broken(const Source& source, const Hdf5Chunk& chunk, Error error) const;

    ChunkGrid m_grid;
    std::vector<Hdf5Chunk> m_chunks;
    Hdf5Pipeline m_pipeline;
    std::string m_fill;
    ByteRange m_stream;
    std::uint64_t m_streamSize;
    std::optional<zip::InflatingReader> m_inflating;
    std::shared_ptr<Hdf5ChunkCache> m_cache;
    bool m_bigEndian;
    bool m_edgesUnfiltered;
};

/// Elements that are held in memory: either all are equal, because the dataset was never written, or they were read
/// along with the header.
class Hdf5HeldStorage : public Storage {
public:
    /// `bytes` holds all elements, or the few that repeat, in little-endian order.
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
