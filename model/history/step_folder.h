#pragma once

#include <filesystem>
#include <span>
#include <vector>

namespace loupe {

/// Whether a file has the suffix of a format that models are written in.
bool isModelName(const std::filesystem::path& path);

/// The checkpoints in a step's folder that does not open as one: its files, where findModel() does not know which of
/// them to take; or the folders in it that have models or are checkpoints of many files, where it has no other
/// checkpoint. Beside the latter, a file that findModel() takes is one more. In the order of their names; none where
/// the folder is to be opened itself. `models`: all of isModelName() in the folder and in those in it.
std::vector<std::filesystem::path> separateCheckpoints(
    const std::filesystem::path& folder, std::span<const std::filesystem::path> models);

} // namespace loupe
