#pragma once

#include "core/result.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace loupe {

/// The files to open: an index, or plain files that form one model.
struct ModelFiles {
    std::optional<std::filesystem::path> index;
    std::vector<std::filesystem::path> files; ///< shards in order, or a single file; empty with an index
    bool ofProcesses = false; ///< each file holds one process's pieces of tensors
    bool needPieces = false; ///< files that are one model only if they state where their pieces belong
};

/// Finds the model in a local or remote folder. Tries, in this order: its index (of several, the one in a format that
/// can be written); the checkpoint that TensorFlow's own files name, unless there are files next to them in a format
/// that can be written; the files of several processes, if all are in a format that can be written; its only complete
/// set of shards; its only incomplete set, if there are no other candidates, with the paths of the missing shards; its
/// only checkpoint; files that all have the number of a process in their names; the only one of several whose content
/// is recognized; the only one whose name says that it is a model; the model in the folder of the only rank
/// (parallel_piece.h); the model of the latest iteration (latest_iteration.h). Fails with InvalidArgument, and lists
/// the candidates, if there are several. Ignores the companions of a model (trainer_files.h) unless the folder has
/// nothing else. In a remote folder, prefers files of which this machine has copies.
Result<ModelFiles> findModel(const std::filesystem::path& folder);

/// The error for a folder with ModelFiles::needPieces, if `example`, one of its `files`, states no pieces.
Error withoutPieces(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& files,
    const std::filesystem::path& example);

/// For a file named as one shard of a model, or as the file of one process if it `hasPieces`: the index next to it, or
/// the folder if that is the model. Nothing for any other file.
std::optional<std::filesystem::path> wholeModelOf(const std::filesystem::path& file, bool hasPieces);

} // namespace loupe
