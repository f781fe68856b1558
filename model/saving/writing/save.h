#pragma once

#include "core/work.h"
#include "saving/recipe/plan.h"
#include "saving/resuming/resumption.h"
#include "saving/writing/atomic_file.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace loupe {

/// The paths of a plan's files.
struct SaveTarget {
    std::vector<std::filesystem::path> files; ///< one for each planned file
    std::optional<std::filesystem::path> index; ///< of shards
    bool inPlace = false; ///< set by save() if only the header was rewritten (header_rewrite.h)
};

/// For "model.safetensors": that file; if there is more than one, model-00001-of-00005.safetensors and so on, with the
/// index model.safetensors.index.json. For "model.safetensors.index.json": always shards with that index.
SaveTarget saveTarget(const std::filesystem::path& path, const Plan& plan, const Format& format);

/// The files of the target that exist already, with links followed.
std::vector<std::filesystem::path> existingFiles(const SaveTarget& target);

struct SaveOptions {
    Existing existing = Existing::Refuse;
    bool verify = true; ///< open the written files and compare them with the recipe before they replace anything
    bool inPlace = true; ///< rewrite only the header, if that is enough to update the replaced file
    /// If set, an interrupted save of many bytes keeps what it has written, so that it can be resumed.
    std::optional<Resumption> resumption = {};
};

/// Carries out a recipe. Progress is in bytes of tensors, counted again for verification.
///
/// Nothing is replaced until everything is written, synced to disk and verified, and the sources are known to be
/// unchanged. A single file replaces the old one atomically. Shards appear atomically too: they are renamed first, then
/// the index. If shards of the same names exist, the index first refers to the new ones by temporary names. So whenever
/// the process ends, the current index lists either all old shards or all new ones. Old shards that the new index does
/// not list are left alone.
///
/// If a file is saved over itself and planHeaderRewrite() has a plan, that is carried out instead, unless
/// SaveOptions::inPlace is false. In both cases, the open checkpoint no longer matches its file.
///
/// With SaveOptions::resumption, written data is kept if the save fails or the process ends (keptBytes()), unless a
/// source was changed or the verification has found a difference. A save that resumes it reads the data once to check
/// it, and writes the same bytes as an uninterrupted save. A save that does not resume it removes it.
///
/// Returns the files as written. Fails, otherwise leaving nothing behind, with Stopped, with Changed if a source was
/// changed meanwhile, or as checkTarget() (target_check.h), AtomicFile and reading do.
Result<SaveTarget> save(const Recipe& recipe, const Plan& plan, const SaveTarget& target, const SaveOptions& options,
    const Work& work = {});

/// Fails with Changed if a source of the recipe was changed since it was opened.
Result<> checkSources(const Recipe& recipe);

} // namespace loupe
