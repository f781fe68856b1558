#pragma once

#include "core/result.h"
#include "core/source.h"
#include "core/work.h"
#include "formats/zarr/zarr_array.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe::zarr {

/// The path of a chunk's file, relative to the folder of its array. `place` has its index along each axis; empty for a
/// scalar.
std::string chunkPath(const ZarrArray& array, std::span<const std::uint64_t> place);

struct ChunkFile {
    std::uint64_t number = 0; ///< number of the chunk, counted row by row
    std::uint64_t size = 0; ///< bytes of the file
};

/// The files of an array's chunks.
struct ChunkFiles {
    std::vector<ChunkFile> files; ///< sorted by number
    std::uint64_t outside = 0; ///< the number of files of chunks beyond the array's shape
    bool isComplete = true; ///< false if there were too many files to look at all of them
};

/// Lists the files of an array's chunks, without opening them. `counts` has the number of chunks along each axis. Looks
/// at no more than `entriesLeft` folder entries, and subtracts the number that it looked at. Fails with Stopped. May
/// throw std::bad_alloc.
Result<ChunkFiles> listChunks(const std::filesystem::path& folder, const ZarrArray& array,
    std::span<const std::uint64_t> counts, std::uint64_t& entriesLeft, const Work& work);

/// The descriptions of all arrays below a folder, as relative paths sorted by name: "a/b/.zarray", "a/b/zarr.json".
/// Does not follow links to folders. Fails with Stopped, or as the system does for the folder itself. May throw
/// std::bad_alloc.
struct ZarrTree {
    std::vector<std::string> descriptions; ///< descriptions of arrays, and of groups in version 3
    bool isComplete = true; ///< false if there were too many folders
};
Result<ZarrTree> findDescriptions(const std::filesystem::path& folder, const Work& work);

/// The text of a file in the folder of `named`, at most 16 MiB. Fails as openConfined() does, or with TooLarge.
Result<std::string> readTextBeside(const Source& named, const std::string& path);

/// Implements Format::mainFile: the file that describes the arrays of a folder, or the array that a chunk next to it
/// belongs to.
Result<std::optional<std::filesystem::path>> zarrMainFile(const std::filesystem::path& path, bool isFolder);

/// Implements Format::folderParts: the descriptions of the arrays in a folder that has no description of its own, and
/// in which most folders are arrays.
std::vector<std::filesystem::path> zarrParts(const std::filesystem::path& folder);

} // namespace loupe::zarr
