#pragma once

#include "core/work.h"
#include "saving/recipe/plan.h"
#include "saving/resuming/resumable_save.h"
#include "saving/writing/atomic_file.h"
#include "saving/writing/written_pieces.h"

#include <cstddef>
#include <vector>

namespace loupe {

/// Records the runs of a file, so that an interrupted save can be resumed.
struct RunNotes {
    ResumableSave& save;
    std::size_t file = 0; ///< its index
    std::vector<bool> done; ///< ResumableSave::doneRuns(): runs to skip
};

/// Writes `file` to `target`, to which nothing was written yet, and starts syncing it to disk; AtomicFile::sync()
/// completes that. Progress is in bytes of tensors. `pieces`: if not null, collects digests of what was written;
/// `notes`: if not null, records the runs. Private memory stays below 10 MiB for any file size, apart from `pieces`,
/// which takes 32 bytes per piece. Fails with Stopped, or as reading and AtomicFile do.
Result<> writeFile(const Recipe& recipe, const PlannedFile& file, AtomicFile& target, const Work& work,
    WrittenPieces* pieces = nullptr, const RunNotes* notes = nullptr);

/// Compares the header that a reader found with the recipe. Fails with Io, naming the tensor, if anything differs or if
/// the reference reader would reject it.
Result<> compareHeader(
    const Recipe& recipe, const PlannedFile& file, const FileContent& content, const std::filesystem::path& path);

/// Opens the file at `path` and compares everything except the tensor data. Fails as verifyFile() does.
Result<> verifyHeader(
    const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& path, const Work& work);

/// Opens the file at `path` in the recipe's format and compares its entire content with the recipe, byte for byte.
/// Progress is in bytes of tensors. Fails with Io if anything differs, naming the tensor; with Stopped; or as reading
/// does. With `pieces`, compares tensor data with those instead of the sources.
Result<> verifyFile(const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& path, const Work& work,
    const WrittenPieces* pieces = nullptr);

} // namespace loupe
