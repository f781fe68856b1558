#pragma once

#include "core/work.h"
#include "saving/writing/save.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// The files that the index in the target's place names now, that are there, and that neither the target nor another
/// index of the folder names: once the target is saved they are part of no model. In the order of their names. Nothing
/// where there is no such index, or where it or another one of the folder cannot be read: that may name them.
/// Stopped: nothing.
std::vector<std::filesystem::path> shardsLeftBehind(const SaveTarget& target, const Work& work = {});

} // namespace loupe
