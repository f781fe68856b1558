#pragma once

#include "core/checkpoint.h"
#include "core/finding.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Codes of findings about other files and folders next to the model, in the folder that was opened.
inline constexpr std::string_view otherModelCode = "folder-other-model"; ///< a checkpoint of many files
inline constexpr std::string_view unreadBesideCode = "folder-unread"; ///< other files and folders that may hold tensors

/// The entries of a local folder, sorted by name.
struct FolderEntries {
    std::set<std::filesystem::path> files;
    std::set<std::filesystem::path> folders; ///< without hidden ones
};

FolderEntries entriesOf(const std::filesystem::path& folder);

/// True if a folder is a checkpoint of many files, even if the list of these files is missing: a distributed checkpoint
/// next to the files that the trainer itself writes.
bool isOfManyFiles(const std::filesystem::path& folder);

/// The names of entries of a folder that may hold tensors, judging by their names, but that are not part of `opened`:
/// files next to the model, such as the state of an optimizer, and folders with checkpoints, as "name/". Empty if the
/// path is a file.
std::vector<std::string> unreadBeside(const std::filesystem::path& folder, const Checkpoint& opened);

/// As above, but for a folder of which the entries named in `read` were already read.
std::vector<std::string> unreadIn(const std::filesystem::path& folder, const std::set<std::string>& read);

/// True if the finding is about entries next to the model in the folder that was opened (Checkpoint::beside).
bool isAboutBeside(const Finding& finding);

/// "a, b and 3 more"
std::string listedNames(const std::vector<std::string>& names);

} // namespace loupe
