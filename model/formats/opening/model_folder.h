#pragma once

#include "core/result.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace loupe {

/// What to open: an index, or plain files that form one model.
struct ModelFiles {
    std::optional<std::filesystem::path> index;
    std::vector<std::filesystem::path> files; ///< shards in order, or a single file; empty with an index
    bool ofProcesses = false; ///< each file holds the pieces of tensors that one process had
    bool needPieces = false; ///< only their names say so: they are one model if they say where their pieces belong
};

/// Finds the model in a folder, or at an address that is one. In this order: its index (of several, the one of a format
/// that can be written); what TensorFlow's own files name, if nothing in a format that can be written lies beside them;
/// the files of several processes, if they are all in a format that can be written; its one complete set of shards; its
/// one incomplete set, if nothing lies beside it, with the paths of the missing shards; its one checkpoint; files that
/// all have the number of a process in their names; the only one of several whose content is recognized; the only
/// one whose name says that it is a model; that in the folder of the only rank (parallel_piece.h); or
/// that of the latest iteration (latest_iteration.h). Fails with
/// InvalidArgument, listing them, where there are several. The companions of a model (trainer_files.h) are none of
/// these, unless the folder has nothing else. Of a folder at an address, what this machine has copies of comes first.
Result<ModelFiles> findModel(const std::filesystem::path& folder);

/// The error of a folder whose `files` needPieces, where `example` has none.
Error withoutPieces(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& files,
    const std::filesystem::path& example);

/// For a file that is named as one shard of a model, or as that of one process if it `hasPieces`: the index beside it,
/// or the folder where that is the model. Nothing for any other file.
std::optional<std::filesystem::path> wholeModelOf(const std::filesystem::path& file, bool hasPieces);

} // namespace loupe
