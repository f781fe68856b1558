#pragma once

#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"
#include "formats/shared/tensor_order.h"
#include "formats/zarr/zarr_folder.h"
#include "formats/zarr/zarr_storage.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe::zarr {

/// Makes a tensor of each array that a file describes or names. May throw std::bad_alloc.
class ZarrLayout {
public:
    /// `mostFiles` is the maximum number of chunk files that become files of the checkpoint.
    ZarrLayout(const Source& source, const Work& work, std::size_t mostFiles, FileContent& content);

    /// `folder` is the array's folder, relative to the folder of the source. It ends in a slash or is empty, and
    /// confinedPath() accepts it. `offset` is the position of the description in the source. Fails with Stopped.
    Result<> place(const std::string& name, const std::string& folder, ZarrArray array, std::uint64_t offset);
    /// Reports an array that is named but cannot be read.
    void report(Severity severity, std::string_view code, const std::string& name, const std::string& what,
        std::uint64_t offset, bool isRefused);
    /// Call this after all arrays are placed.
    void finish();

private:
    /// Locates the array's values. Fails with Stopped.
    Result<> placeChunks(
        Tensor& tensor, const std::string& folder, std::shared_ptr<const ZarrArray> array, std::uint64_t offset);
    void checkFiles(const Tensor& tensor, const ZarrArray& array, const ChunkFiles& files, std::uint64_t expected,
        std::uint64_t offset);
    /// Adds an array's chunks to the files of the checkpoint, if there are not too many.
    void addFiles(Tensor& tensor, const std::string& folder, const ZarrArray& array, const ChunkFiles& files);

    const Source& m_source;
    const Work& m_work;
    FileContent& m_content;
    ShapeStore m_shapes;
    std::shared_ptr<ZarrChunkCache> m_cache = std::make_shared<ZarrChunkCache>();
    std::vector<LaterPiece> m_laterPieces;
    std::size_t m_filesLeft;
    std::uint64_t m_entriesLeft;
    std::uint64_t m_arraysWithoutFiles = 0;
    std::uint64_t m_unlistedArrays = 0; ///< the number of arrays on a server whose chunks were not listed
    bool m_isCut = false; ///< there were too many files to look at all of them
};

} // namespace loupe::zarr
