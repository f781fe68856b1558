#pragma once

#include <filesystem>

namespace loupe {

/// Whether a file has the name of what a trainer writes beside a model to go on: the state of its scheduler, of random
/// numbers, its arguments. Such a file is no model, though its format is that of models.
bool isTrainerState(const std::filesystem::path& path);

} // namespace loupe
