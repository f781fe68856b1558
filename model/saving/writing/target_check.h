#pragma once

#include "core/work.h"
#include "saving/writing/save.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace loupe {

// What stands in the way of writing, or is to be said about it, as far as can be known before anything is written.

/// Fails with InvalidArgument if a file or the index to be written is one of those that a sharded source of the
/// recipe is made of, and the source is not replaced as a whole: it would be neither the old model nor a new one. Also
/// where a difference would take the place of a file of either side. Other names of a file (hard links) may be
/// replaced: the file stays under its own. Not so of Recipe::damagedFiles, under whatever name.
Result<> checkOwnFiles(const Recipe& recipe, const SaveTarget& target);

/// Fails with InvalidArgument if a file that is put at `path` would replace one of the files, or the index, of a
/// checkpoint that is compared.
Result<> checkCompared(const std::filesystem::path& path, const Checkpoint& side);

/// Fails as AtomicFile::create() would for the files, `sizes` in bytes: with NotAFile, Exists, NotFound,
/// PermissionDenied, or NoSpace where they do not fit on the disk all together, even once the leftovers of killed
/// processes are removed.
Result<> checkPlaces(
    const std::vector<std::filesystem::path>& files, const std::vector<std::uint64_t>& sizes, Existing existing);

/// Whatever save() would refuse before it writes: both of these. An index counts as no bytes.
Result<> checkTarget(const Recipe& recipe, const Plan& plan, const SaveTarget& target, Existing existing);

/// The indexes of other models next to the target's files that name one of those that is there: what is written may not
/// be what they say. Nothing if the recipe keeps all names of the file that it replaces. In the order of their
/// names. Stopped: maybe not all.
std::vector<std::filesystem::path> otherIndexes(const Recipe& recipe, const SaveTarget& target, const Work& work = {});

/// Those of the files that have other names (hard links), which keep the old content when the file is replaced.
std::vector<std::filesystem::path> hardLinked(const std::vector<std::filesystem::path>& files);

} // namespace loupe
