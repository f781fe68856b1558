#pragma once

#include "core/work.h"
#include "saving/writing/save.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Existing shards that will not belong to any model once the target is saved, sorted by name: those that the current
/// index at the target's path lists, but neither the target nor another index in the folder. Empty if there is no
/// current index, or if it or another index in the folder cannot be read, as that one might list them. Empty if
/// stopped.
std::vector<std::filesystem::path> shardsLeftBehind(const SaveTarget& target, const Work& work = {});

} // namespace loupe
