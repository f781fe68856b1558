#pragma once

#include "core/work.h"
#include "saving/recipe/plan.h"
#include "saving/resuming/resumption.h"
#include "saving/writing/atomic_file.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace loupe {

/// Where a plan's files go.
struct SaveTarget {
    std::vector<std::filesystem::path> files; ///< one for each planned file
    std::optional<std::filesystem::path> index; ///< of shards
    bool inPlace = false; ///< set by save(): only the header was rewritten (header_rewrite.h)
};

/// For "model.safetensors": that file, or, where there are more files than one, model-00001-of-00005.safetensors and so
/// on with model.safetensors.index.json. For "model.safetensors.index.json": always shards with that index.
SaveTarget saveTarget(const std::filesystem::path& path, const Plan& plan, const Format& format);

/// Which of the target's files are there already, links followed.
std::vector<std::filesystem::path> existingFiles(const SaveTarget& target);

struct SaveOptions {
    Existing existing = Existing::Refuse;
    bool verify = true; ///< open what was written and compare it with the recipe before it takes its place
    bool inPlace = true; ///< rewrite the header only, where the file that is replaced needs no more
    /// An interrupted save of many bytes leaves what it has written, for one that goes on with it.
    std::optional<Resumption> resumption = {};
};

/// Carries out a recipe. Progress in bytes of tensors, those that are verified included.
///
/// Nothing is replaced before all is written, on the disk, verified, and the sources are seen to be unchanged. A single
/// file replaces the old one at once. Shards appear at once too: they take their places, then the index does; where
/// shards of the same names are there, the index first names the new ones under passing names, so that whenever the
/// process ends, the index that is there names either all old shards or all new ones. Shards of an old index that the
/// new one does not name are left alone.
///
/// Where a file is saved over itself and planHeaderRewrite() has a plan, that is carried out instead, unless
/// SaveOptions::inPlace says otherwise. The checkpoint that was opened is not what its file holds after either.
///
/// With SaveOptions::resumption, what is written stays where it fails or the process ends (keptBytes()), unless a
/// source was changed or the verification has found a difference. A save that goes on with it reads that once to see
/// that it is what was written, and gives the same bytes as one that was not interrupted. A save that does not go on
/// with it removes it.
///
/// Gives the files as written. Fails, else leaving nothing behind, with Stopped, with Changed where a source was
/// changed meanwhile, or as checkTarget() (target_check.h), AtomicFile and reading do.
Result<SaveTarget> save(const Recipe& recipe, const Plan& plan, const SaveTarget& target, const SaveOptions& options,
    const Work& work = {});

/// Changed where a source of the recipe is not what it was when it was opened.
Result<> checkSources(const Recipe& recipe);

} // namespace loupe
