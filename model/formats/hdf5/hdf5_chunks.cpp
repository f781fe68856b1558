#include "formats/hdf5/hdf5_chunks.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"
#include "formats/storages/byte_order.h"

#include <algorithm>
#include <cstring>

namespace loupe::hdf5 {

Hdf5ChunkedStorage::Hdf5ChunkedStorage(const Hdf5Dataset& dataset, std::vector<Hdf5Chunk> chunks, ByteRange stream,
    std::uint64_t streamSize, std::optional<zip::InflatingReader> inflating, std::shared_ptr<Hdf5ChunkCache> cache)
    : m_grid(dataset.shape, dataset.chunkShape, dataset.type.size)
    , m_chunks(std::move(chunks))
    , m_pipeline(dataset.filters)
    , m_fill(dataset.bytes)
    , m_stream(stream)
    , m_streamSize(streamSize)
    , m_inflating(std::move(inflating))
    , m_cache(std::move(cache))
    , m_bigEndian(dataset.type.bigEndian)
    , m_edgesUnfiltered(dataset.edgesUnfiltered)
{
}

Result<> Hdf5ChunkedStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first,
    std::uint64_t count, std::span<std::byte> target) const
{
    return orOutOfMemory(source, [&]() -> Result<> {
        if (count == 0)
            return {};
        repeatBytes(m_fill, first * m_grid.elementSize(), target);
        auto done =
            m_grid.visit(first, count, target.data(), [&](const ChunkPart& part) { return decodeChunk(source, part); });
        if (!done)
            return done;
        if (m_bigEndian)
            swapBytes(tensor.dtype, target);
        return {};
    });
}

Result<> Hdf5ChunkedStorage::decodeChunk(const Source& source, const ChunkPart& part) const
{
    const Hdf5Chunk& chunk = m_chunks[part.number()];
    if (chunk.offset == hdf5Nowhere)
        return {};
    const bool unfiltered = m_pipeline.empty() || (m_edgesUnfiltered && part.isAtEdge());
    const bool plain = unfiltered && !m_inflating && source.mapped() && chunk.size == m_grid.chunkBytes()
        && chunk.offset <= m_streamSize && chunk.size <= m_streamSize - chunk.offset;
    if (plain) {
        Buffer none;
        const std::uint64_t begin = m_stream.begin + chunk.offset;
        return source.visit(
            {begin, begin + chunk.size}, none, [&](std::span<const std::byte> bytes) { part.copyFrom(bytes); });
    }
    if (m_grid.chunkBytes() > ChunkGrid::largestChunk) {
        return fail(ErrorCode::TooLarge,
            "a chunk has " + formatBytes(m_grid.chunkBytes()) + ", which is more than is held in memory",
            source.path().string(), std::min(m_stream.begin + std::min(chunk.offset, m_streamSize), m_stream.end));
    }
    const Hdf5ChunkKey key{.dataset = this,
        .offset = chunk.offset,
        .size = m_grid.chunkBytes(),
        .stored = chunk.size,
        .skipped = chunk.skipped,
        .unfiltered = unfiltered};
    const auto bytes = m_cache->get(key, m_grid.bytesToKeep(),
        [&](std::span<std::byte> whole) { return unpack(source, chunk, unfiltered, whole); });
    if (!bytes)
        return broken(source, chunk, bytes.error());
    part.copyFrom(**bytes);
    return {};
}

Result<> Hdf5ChunkedStorage::unpack(
    const Source& source, const Hdf5Chunk& chunk, bool unfiltered, std::span<std::byte> target) const
{
    // Allows for data that cannot be compressed.
    constexpr std::uint64_t largestStored = ChunkGrid::largestChunk + (std::uint64_t{1} << 20);
    if (chunk.offset == hdf5Lost)
        return fail(ErrorCode::Malformed, "cannot be found by the chunk index");
    if (chunk.offset > m_streamSize || chunk.size > m_streamSize - chunk.offset)
        return fail(ErrorCode::PastTheEnd, "ends after the file");
    if (chunk.size > largestStored)
        return fail(ErrorCode::TooLarge, "has " + formatBytes(chunk.size) + ", which is more than is read at once");
    Result<> done;
    const Hdf5Pipeline none;
    const auto undo = [&](std::span<const std::byte> stored) {
        done = (unfiltered ? none : m_pipeline).undo(stored, chunk.skipped, target);
    };
    Buffer stored;
    if (m_inflating) {
        if (auto room = stored.resize(chunk.size); !room)
            return room;
        if (auto read = m_inflating->read(source, chunk.offset, stored.bytes()); !read)
            return read;
        undo(stored.bytes());
        return done;
    }
    const std::uint64_t begin = m_stream.begin + chunk.offset;
    auto visited = source.visit({begin, begin + chunk.size}, stored, undo);
    return visited ? done : visited;
}

tl::unexpected<Error> Hdf5ChunkedStorage::broken(const Source& source, const Hdf5Chunk& chunk, Error error) const
{
    if (error.path.empty() && error.code != ErrorCode::OutOfMemory) {
        error.message = "a chunk " + error.message;
        error.path = source.path().string();
        if (chunk.offset < m_streamSize)
            error.offset = m_stream.begin + (m_inflating ? 0 : chunk.offset);
    }
    return fail(std::move(error));
}

Result<> Hdf5HeldStorage::decode(
    const Tensor& tensor, const Source&, std::uint64_t first, std::uint64_t, std::span<std::byte> target) const
{
    repeatBytes(m_bytes, first * (bitsPerElement(tensor.dtype) / 8), target);
    return {};
}

} // namespace loupe::hdf5
