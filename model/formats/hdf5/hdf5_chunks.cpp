#include "formats/hdf5/hdf5_chunks.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"
#include "formats/storages/byte_order.h"

#include <algorithm>
#include <cstring>

namespace loupe::hdf5 {

namespace {

/// Fills `target` with endless repetitions of `pattern`, starting at byte `first` of them.
void repeat(std::string_view pattern, std::uint64_t first, std::span<std::byte> target)
{
    std::size_t at = first % pattern.size();
    for (std::size_t done = 0; done < target.size(); at = 0) {
        const std::size_t size = std::min(pattern.size() - at, target.size() - done);
        std::memcpy(target.data() + done, pattern.data() + at, size);
        done += size;
        // The part that is filled is a pattern, too, and twice as long.
        if (done >= pattern.size() && done < target.size() && at == 0) {
            while (done < target.size()) {
                const std::size_t whole = done - done % pattern.size();
                const std::size_t more = std::min(whole, target.size() - done);
                std::memcpy(target.data() + done, target.data() + (done - whole), more);
                done += more;
            }
        }
    }
}

std::uint64_t product(std::span<const std::uint64_t> sizes)
{
    std::uint64_t result = 1;
    for (const std::uint64_t size : sizes)
        result *= size; // fits: the caller has checked
    return result;
}

} // namespace

Result<std::shared_ptr<const Hdf5ChunkCache::Bytes>> Hdf5ChunkCache::get(
    const Hdf5ChunkKey& key, std::uint64_t most, const Decode& decode)
{
    std::shared_ptr<Entry> entry;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_places.find(key); known != m_places.end()) {
            m_kept.splice(m_kept.begin(), m_kept, known->second);
        } else {
            for (; !m_kept.empty() && m_bytes + key.size > most; m_kept.pop_back()) {
                m_bytes -= m_kept.back().first.size;
                m_places.erase(m_kept.back().first);
            }
            m_kept.emplace_front(key, std::make_shared<Entry>());
            m_places[key] = m_kept.begin();
            m_bytes += key.size;
        }
        entry = m_kept.front().second;
    }
    const std::lock_guard lock(entry->mutex);
    if (!entry->ready) {
        if (auto filled = fill(*entry, key.size, decode); !filled)
            return fail(std::move(filled.error()));
        entry->ready = true;
    }
    return std::shared_ptr<const Bytes>(entry, &entry->bytes);
}

Result<> Hdf5ChunkCache::fill(Entry& entry, std::uint64_t size, const Decode& decode)
{
    {
        std::unique_lock lock(m_mutex);
        m_decoded.wait(lock, [&] { return m_decoding == 0 || saturatingAdd(m_decoding, size) <= m_atOnce; });
        m_decoding += size;
    }
    struct Finally {
        Hdf5ChunkCache& cache;
        std::uint64_t size;
        ~Finally()
        {
            {
                const std::lock_guard lock(cache.m_mutex);
                cache.m_decoding -= size;
            }
            cache.m_decoded.notify_all();
        }
    };
    const Finally finally{*this, size};
    entry.bytes.resize(size);
    return decode(entry.bytes);
}

Hdf5ChunkedStorage::Hdf5ChunkedStorage(const Hdf5Dataset& dataset, std::vector<Hdf5Chunk> chunks, ByteRange stream,
    std::uint64_t streamSize, std::optional<zip::InflatingReader> inflating, std::shared_ptr<Hdf5ChunkCache> cache)
    : m_shape(dataset.shape)
    , m_chunkShape(dataset.chunkShape)
    , m_chunks(std::move(chunks))
    , m_pipeline(dataset.filters)
    , m_fill(dataset.bytes)
    , m_elementSize(dataset.type.size)
    , m_chunkBytes(product(m_chunkShape) * m_elementSize)
    , m_stream(stream)
    , m_streamSize(streamSize)
    , m_inflating(std::move(inflating))
    , m_cache(std::move(cache))
    , m_bigEndian(dataset.type.bigEndian)
    , m_edgesUnfiltered(dataset.edgesUnfiltered)
{
    constexpr std::uint64_t leastKept = std::uint64_t{16} << 20;
    constexpr std::uint64_t mostKept = std::uint64_t{256} << 20;
    for (std::size_t i = 0; i < m_shape.size(); ++i)
        m_grid.push_back(m_shape[i] / m_chunkShape[i] + (m_shape[i] % m_chunkShape[i] != 0));
    const std::uint64_t inRow = m_chunks.size() / std::max<std::uint64_t>(m_grid.front(), 1);
    m_cacheBytes = std::clamp(checkedMultiply(2 * inRow, m_chunkBytes).value_or(mostKept), leastKept, mostKept);
}

Result<> Hdf5ChunkedStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first,
    std::uint64_t count, std::span<std::byte> target) const
{
    return orOutOfMemory(source, [&]() -> Result<> {
        if (count == 0)
            return {};
        repeat(m_fill, first * m_elementSize, target);
        std::byte* to = target.data();
        const auto add = [&](const Box& box) {
            auto done = decodeBox(source, box, to);
            to += product(box.size) * m_elementSize;
            return done;
        };
        // A range of elements consists of a few blocks: a part of a row, of a plane and so on; whole ones; then parts
        // again.
        const std::size_t last = m_shape.size() - 1;
        std::vector<std::uint64_t> below(m_shape.size(), 1); // elements in one step along each axis
        for (std::size_t axis = last; axis-- > 0;)
            below[axis] = below[axis + 1] * m_shape[axis + 1];
        while (count > 0) {
            // The longest block from here on spans the first axis at which this position is a whole step.
            std::size_t axis = 0;
            while (axis < last && (first % below[axis] != 0 || count < below[axis]))
                ++axis;
            Box box{.begin = {}, .size = std::vector<std::uint64_t>(m_shape.size(), 1)};
            for (std::size_t i = 0; i < m_shape.size(); ++i) {
                box.begin.push_back(first / below[i] % m_shape[i]);
                if (i > axis)
                    box.size[i] = m_shape[i];
            }
            box.size[axis] = std::min(count / below[axis], m_shape[axis] - box.begin[axis]);
            if (auto done = add(box); !done)
                return done;
            const std::uint64_t elements = box.size[axis] * below[axis];
            first += elements;
            count -= elements;
        }
        if (m_bigEndian)
            swapBytes(tensor.dtype, target);
        return {};
    });
}

Result<> Hdf5ChunkedStorage::decodeBox(const Source& source, const Box& box, std::byte* target) const
{
    const std::size_t rank = m_shape.size();
    std::vector<std::uint64_t> first(rank); // position in the grid
    std::vector<std::uint64_t> last(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        first[i] = box.begin[i] / m_chunkShape[i];
        last[i] = (box.begin[i] + box.size[i] - 1) / m_chunkShape[i];
    }
    std::vector<std::uint64_t> chunk = first;
    for (;;) {
        std::uint64_t number = 0;
        std::vector<std::uint64_t> begin(rank);
        for (std::size_t i = 0; i < rank; ++i) {
            number = number * m_grid[i] + chunk[i];
            begin[i] = chunk[i] * m_chunkShape[i];
        }
        if (auto done = decodeChunk(source, number, box, begin, target); !done)
            return done;
        std::size_t axis = rank;
        for (; axis-- > 0;) {
            if (chunk[axis] < last[axis]) {
                ++chunk[axis];
                break;
            }
            chunk[axis] = first[axis];
        }
        if (axis == SIZE_MAX)
            return {};
    }
}

/// Calls `copy(byte in the chunk, byte in the box, bytes)` for each contiguous run of `part`.
template <typename Copy>
void Hdf5ChunkedStorage::forRows(
    const Box& box, const Box& part, const std::vector<std::uint64_t>& chunkBegin, Copy&& copy) const
{
    const std::size_t rank = m_shape.size();
    std::vector<std::uint64_t> index = part.begin;
    for (;;) {
        std::uint64_t from = 0;
        std::uint64_t to = 0;
        for (std::size_t i = 0; i < rank; ++i) {
            from = from * m_chunkShape[i] + (index[i] - chunkBegin[i]);
            to = to * box.size[i] + (index[i] - box.begin[i]);
        }
        copy(from * m_elementSize, to * m_elementSize, part.size.back() * m_elementSize);
        std::size_t axis = rank - 1;
        for (; axis-- > 0;) {
            if (++index[axis] < part.begin[axis] + part.size[axis])
                break;
            index[axis] = part.begin[axis];
        }
        if (axis == SIZE_MAX)
            return;
    }
}

Result<> Hdf5ChunkedStorage::decodeChunk(const Source& source, std::uint64_t number, const Box& box,
    const std::vector<std::uint64_t>& chunkBegin, std::byte* target) const
{
    const Hdf5Chunk& chunk = m_chunks[number];
    if (chunk.offset == hdf5Nowhere)
        return {};
    Box part;
    bool atEdge = false;
    for (std::size_t i = 0; i < m_shape.size(); ++i) {
        const std::uint64_t begin = std::max(box.begin[i], chunkBegin[i]);
        const std::uint64_t inShape = m_shape[i] - chunkBegin[i];
        const std::uint64_t chunkEnd = chunkBegin[i] + std::min(m_chunkShape[i], inShape);
        part.begin.push_back(begin);
        part.size.push_back(std::min(box.begin[i] + box.size[i], chunkEnd) - begin);
        atEdge = atEdge || inShape < m_chunkShape[i];
    }
    const auto copyFrom = [&](std::span<const std::byte> bytes) {
        forRows(box, part, chunkBegin, [&](std::uint64_t from, std::uint64_t to, std::uint64_t size) {
            std::memcpy(target + to, bytes.data() + from, size);
        });
    };
    const bool unfiltered = m_pipeline.empty() || (m_edgesUnfiltered && atEdge);
    const bool plain = unfiltered && !m_inflating && source.mapped() && chunk.size == m_chunkBytes
        && chunk.offset <= m_streamSize && chunk.size <= m_streamSize - chunk.offset;
    if (plain) {
        Buffer none;
        const std::uint64_t begin = m_stream.begin + chunk.offset;
        return source.visit({begin, begin + chunk.size}, none, copyFrom);
    }
    if (m_chunkBytes > largestChunk) {
        return fail(ErrorCode::TooLarge,
            "a chunk has " + formatBytes(m_chunkBytes) + ", which is more than is held in memory",
            source.path().string(), std::min(m_stream.begin + std::min(chunk.offset, m_streamSize), m_stream.end));
    }
    const Hdf5ChunkKey key{.dataset = this,
        .offset = chunk.offset,
        .size = m_chunkBytes,
        .stored = chunk.size,
        .skipped = chunk.skipped,
        .unfiltered = unfiltered};
    const auto bytes = m_cache->get(
        key, m_cacheBytes, [&](std::span<std::byte> whole) { return unpack(source, chunk, unfiltered, whole); });
    if (!bytes)
        return broken(source, chunk, bytes.error());
    copyFrom(**bytes);
    return {};
}

Result<> Hdf5ChunkedStorage::unpack(
    const Source& source, const Hdf5Chunk& chunk, bool unfiltered, std::span<std::byte> target) const
{
    // With room for data that cannot be compressed.
    constexpr std::uint64_t largestStored = largestChunk + (std::uint64_t{1} << 20);
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
    repeat(m_bytes, first * (bitsPerElement(tensor.dtype) / 8), target);
    return {};
}

} // namespace loupe::hdf5
