#pragma once

#include "core/elements.h"
#include "core/views/chunk_cache.h"
#include "formats/storages/chunk_grid.h"
#include "formats/zarr/zarr_array.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace loupe::zarr {

struct ZarrChunkKey {
    const void* array = nullptr; ///< used only for comparison
    std::uint64_t number = 0;
    std::uint64_t size = 0; ///< when decoded

    bool operator<(const ZarrChunkKey& other) const
    {
        return std::tie(array, number) < std::tie(other.array, other.number);
    }
};
using ZarrChunkCache = ChunkCache<ZarrChunkKey>;

/// The grid of an array that has chunks. A scalar has one chunk with one element.
ChunkGrid gridOf(const ZarrArray& array);

/// Elements of an array whose chunks are separate files. Opens a file only when its chunk is needed, since there may be
/// millions.
class ZarrStorage : public Storage {
public:
    /// `named` is the file that names the array's folder. `folder` ends in a slash or is empty. Both must be valid for
    /// openConfined(). `present` has the sorted numbers of the chunks that have a file; nothing if that is not known.
    ZarrStorage(std::shared_ptr<const Source> named, std::string folder, std::shared_ptr<const ZarrArray> array,
        std::optional<std::vector<std::uint64_t>> present, std::uint64_t fileBytes,
        std::shared_ptr<ZarrChunkCache> cache);

    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::uint64_t fileBytes(const Tensor&) const override { return m_fileBytes; }
    bool knowsFileBytes() const override { return m_present.has_value(); }
    /// Reports the number of chunks that turned out not to exist, if that was not known before.
    std::unique_ptr<Inspection> inspection(const Tensor& tensor) const override;
    /// The number of absent chunks found so far, at most mostAbsent.
    std::uint64_t absentChunks() const;
    const ZarrArray& array() const { return *m_array; }
    static constexpr std::size_t mostAbsent = 1'000'000;
    /// Codecs detect some damage, like those of the zarr library.
    std::string_view refusedAs() const override
    {
        return m_array->pipeline.empty() ? std::string_view() : chunkRefusal;
    }

private:
    Result<> copyChunk(const ChunkPart& part) const;
    /// Null if the chunk has no file.
    Result<std::shared_ptr<const Source>> open(const ChunkPart& part) const;
    tl::unexpected<Error> absent(const ChunkPart& part) const;
    Result<> copyPlain(const ChunkPart& part) const;
    Result<> unpack(const ChunkPart& part, std::span<std::byte> target) const;
    Result<> unpackFile(const Source& file, std::span<std::byte> target) const;

    std::shared_ptr<const Source> m_named;
    std::string m_folder;
    std::shared_ptr<const ZarrArray> m_array;
    ChunkGrid m_grid;
    std::string m_fill; ///< one element
    std::optional<std::vector<std::uint64_t>> m_present;
    std::uint64_t m_fileBytes;
    std::shared_ptr<ZarrChunkCache> m_cache;
    mutable std::mutex m_mutex;
    mutable std::unordered_set<std::uint64_t> m_absent; ///< chunks that were requested but do not exist
};

/// The finding that an array has no files for some of its chunks. `hasNoFill` says that there is no fill value for them
/// either.
Finding absentChunksFinding(std::string_view tensor, std::uint64_t absent, std::uint64_t chunks, bool hasNoFill,
    std::optional<std::uint64_t> offset);

} // namespace loupe::zarr
