#pragma once

#include "core/work.h"
#include "saving/writing/save.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace loupe {

// Checks for problems and warnings about a save, before anything is written.

/// Fails with InvalidArgument if a file or index to write is part of a sharded source of the recipe that is not
/// replaced as a whole: the result would be neither the old model nor a new one. Fails also if a difference would
/// replace a file of either side. Other hard links of a source file may be replaced, as the file keeps its own name.
/// Files in Recipe::damagedFiles may not be replaced under any name.
Result<> checkOwnFiles(const Recipe& recipe, const SaveTarget& target);

/// Fails with InvalidArgument if writing to `path` would replace a file or the index of a checkpoint that is being
/// compared.
Result<> checkCompared(const std::filesystem::path& path, const Checkpoint& side);

/// Fails as AtomicFile::create() would for files with `sizes` in bytes: with NotAFile, Exists, NotFound,
/// PermissionDenied, or NoSpace if they do not all fit on the disk together, even after the leftovers of killed
/// processes are removed.
Result<> checkPlaces(
    const std::vector<std::filesystem::path>& files, const std::vector<std::uint64_t>& sizes, Existing existing);

/// Everything that save() would reject before writing: checkOwnFiles() and checkPlaces(). An index counts as 0 bytes.
Result<> checkTarget(const Recipe& recipe, const Plan& plan, const SaveTarget& target, Existing existing);

/// Indexes of other models next to the target that list existing files of the target, sorted by name. The new content
/// may not match them. Empty if the recipe keeps all names of the file that it replaces. If stopped, the list may be
/// incomplete.
std::vector<std::filesystem::path> otherIndexes(const Recipe& recipe, const SaveTarget& target, const Work& work = {});

/// The files that have other hard links. Those keep the old content when the file is replaced.
std::vector<std::filesystem::path> hardLinked(const std::vector<std::filesystem::path>& files);

} // namespace loupe
