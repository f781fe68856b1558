#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Whether a file has the suffix of a format that models are written in.
bool isModelName(const std::filesystem::path& path);

/// The checkpoints in a step's folder that does not open as one: its files, where findModel() does not know which of
/// them to take; or the folders in it that are checkpoints, where it has no other one that is named as the model.
/// Next to the latter, a file that findModel() takes is one more, and so is the state of an optimizer. In the order of
/// their names; none if the folder is to be opened itself. `models`: all of isModelName() in the folder and in those
/// in it.
std::vector<std::filesystem::path> separateCheckpoints(
    const std::filesystem::path& folder, std::span<const std::filesystem::path> models);

/// Names of the files of a step's folder that has only companions of a model (trainer_files.h), such as "optimizer.pt".
/// None if it has anything else that may be one, or is a file.
std::vector<std::string> onlyCompanions(const std::filesystem::path& folder);

} // namespace loupe
