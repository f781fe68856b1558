#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// The role of a file by its name, in a folder that a trainer writes at one step.
enum class FileRole : std::uint8_t {
    Model, ///< "pytorch_model_fsdp.bin", and all in formats that can be written
    Unknown,
    Optimizer, ///< has tensors, but is no model
    Extra, ///< what else a program needs to go on, perhaps with tensors: "custom_checkpoint_0.pkl"
    State, ///< without tensors that anybody looks for: scheduler, random numbers, arguments
};

/// A companion is a file of the last three roles. It is never the model of a folder that has something else, and a file
/// of FileRole::State is never one. Numbers, and words for processes, in the name do not count.
FileRole fileRole(const std::filesystem::path& path);
bool isCompanion(FileRole role);

/// Whether a file may hold tensors that people look for, by its name. The pieces of distributed checkpoints do not
/// count, as their list does.
bool mayHoldTensors(const std::filesystem::path& file);

/// Whether there are such files, or distributed checkpoints, in a folder of this machine or in the folders in it. Looks
/// at some thousand entries at most, and follows no links to folders.
bool holdsCheckpoints(const std::filesystem::path& folder);

/// The same without files of formats that hold data sets, too: arrays of NumPy, tables of Arrow.
bool holdsModels(const std::filesystem::path& folder);

/// The names of the folders in a folder of this machine that hold checkpoints, in their order.
std::vector<std::string> foldersWithCheckpoints(const std::filesystem::path& folder);

} // namespace loupe
