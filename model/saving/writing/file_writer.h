#pragma once

#include "core/work.h"
#include "saving/recipe/plan.h"
#include "saving/resuming/resumable_save.h"
#include "saving/writing/atomic_file.h"
#include "saving/writing/written_pieces.h"

#include <cstddef>
#include <vector>

namespace loupe {

/// What to note of the runs of a file, so that a save that is interrupted can be gone on with.
struct RunNotes {
    ResumableSave& save;
    std::size_t file = 0; ///< its number
    std::vector<bool> done; ///< ResumableSave::doneRuns(): these are not written
};

/// Writes `file` into `target`, from which nothing has been written yet, and begins to bring it to the disk, which
/// AtomicFile::sync() ends. Progress in bytes of tensors. Private memory stays below 10 MiB, whatever the size, without
/// `pieces`: there, what was written is noted, 32 bytes for each piece. Null: nowhere. With `notes`, also there. Fails
/// with Stopped, or as reading and AtomicFile do.
Result<> writeFile(const Recipe& recipe, const PlannedFile& file, AtomicFile& target, const Work& work,
    WrittenPieces* pieces = nullptr, const RunNotes* notes = nullptr);

/// Compares what a reader found in a header with the recipe. Fails with Io, naming the tensor, where anything differs
/// or the reference reader would refuse it.
Result<> compareHeader(
    const Recipe& recipe, const PlannedFile& file, const FileContent& content, const std::filesystem::path& path);

/// Opens the file at `path` and compares all but the bytes of its tensors. Fails as verifyFile() does.
Result<> verifyHeader(
    const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& path, const Work& work);

/// Opens the file at `path` as the recipe's format and compares all that is in it with the recipe, byte for byte.
/// Progress in bytes of tensors. Fails with Io if anything differs, naming the tensor; with Stopped; or as reading
/// does.
/// With `pieces`, the bytes of tensors are compared with those and not with their sources.
Result<> verifyFile(const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& path, const Work& work,
    const WrittenPieces* pieces = nullptr);

} // namespace loupe
