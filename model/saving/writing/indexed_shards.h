#pragma once

#include "core/work.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace loupe {

/// The file names of the shards that are listed by the indexes in `folder`, except the index `except`. Nullopt if
/// stopped, or if an index is invalid or cannot be read, as it might list any file.
std::optional<std::set<std::string>> namesInIndexes(
    const std::filesystem::path& folder, const std::filesystem::path& except = {}, const Work& work = {});

} // namespace loupe
