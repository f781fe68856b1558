#pragma once

#include "core/result.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace loupe {

/// What to open: an index, or plain files that are one model together.
struct ModelFiles {
    std::optional<std::filesystem::path> index;
    std::vector<std::filesystem::path> files; ///< shards in order, or a single file; empty with an index
};

/// What a folder holds: its index, of several the one of a format that can be written; else what TensorFlow's own files
/// name, if nothing in a format that can be written is beside them; else its one complete set of shards; else its one
/// incomplete set, if there is nothing beside it, with the paths of those that are missing; else its one checkpoint,
/// or the one of several files named so whose content is one. Fails with InvalidArgument, listing them, where there are
/// several.
Result<ModelFiles> findModel(const std::filesystem::path& folder);

/// For a file that is named as one shard of a model: the index that lies beside it, or the folder where that is the
/// model. Nothing for any other file.
std::optional<std::filesystem::path> wholeModelOf(const std::filesystem::path& file);

} // namespace loupe
