#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// True if a file has the suffix of a format that models are written in.
bool isModelName(const std::filesystem::path& path);

/// The separate checkpoints in a step's folder that cannot be opened as one: its files, if findModel() cannot decide
/// between them; or its subfolders that are checkpoints, if no other subfolder is named like the model. In addition to
/// subfolders, a file that findModel() takes is a checkpoint, and so is an optimizer's state. Sorted by name; empty if
/// the folder itself is to be opened. `models`: all paths that satisfy isModelName() in the folder and its subfolders.
std::vector<std::filesystem::path> separateCheckpoints(
    const std::filesystem::path& folder, std::span<const std::filesystem::path> models);

/// The names of the files in a step's folder that has only companions of a model (trainer_files.h), such as
/// "optimizer.pt". None if it has anything else that may be a model, or if the path is a file.
std::vector<std::string> onlyCompanions(const std::filesystem::path& folder);

} // namespace loupe
