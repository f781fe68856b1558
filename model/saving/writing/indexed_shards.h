#pragma once

#include "core/work.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace loupe {

/// The file names of the shards that the indexes in `folder` name, `except` aside. Nothing if one of them cannot be
/// read or is not valid, as it may name any file; or if it was stopped.
std::optional<std::set<std::string>> namesInIndexes(
    const std::filesystem::path& folder, const std::filesystem::path& except = {}, const Work& work = {});

} // namespace loupe
