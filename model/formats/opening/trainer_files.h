#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// The role of a file, judging by its name, in a folder that a trainer writes at one step.
enum class FileRole : std::uint8_t {
    Model, ///< "pytorch_model_fsdp.bin", and all files in formats that can be written
    Unknown,
    Optimizer, ///< has tensors, but is not a model
    Extra, ///< other data for resuming, possibly with tensors: "custom_checkpoint_0.pkl"
    State, ///< without tensors of interest: scheduler, random numbers, arguments
};

/// A companion is a file of the last three roles. It is never the model of a folder that has other candidates, and a
/// file of FileRole::State is never a model. Ignores numbers, and words for processes, in the name.
FileRole fileRole(const std::filesystem::path& path);
bool isCompanion(FileRole role);

/// True if a file may hold tensors of interest, judging by its name. False for the pieces of distributed checkpoints,
/// since the list of these pieces counts instead.
bool mayHoldTensors(const std::filesystem::path& file);

/// True if a local folder, or a folder in it, has such files or distributed checkpoints. Looks at about a thousand
/// entries at most, and does not follow links to folders.
bool holdsCheckpoints(const std::filesystem::path& folder);

/// As above, but ignores files of formats that also hold data sets: NumPy arrays and Arrow tables.
bool holdsModels(const std::filesystem::path& folder);

/// The sorted names of the folders in a local folder that hold checkpoints.
std::vector<std::string> foldersWithCheckpoints(const std::filesystem::path& folder);

} // namespace loupe
