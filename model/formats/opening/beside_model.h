#pragma once

#include "core/checkpoint.h"
#include "core/finding.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Codes of findings about what lies beside the model in the folder that was opened.
inline constexpr std::string_view otherModelCode = "folder-other-model"; ///< a checkpoint of many files
inline constexpr std::string_view unreadBesideCode = "folder-unread"; ///< what else may hold tensors

/// What lies in a folder of this machine, in the order of the names.
struct FolderEntries {
    std::set<std::filesystem::path> files;
    std::set<std::filesystem::path> folders; ///< none that is hidden
};

FolderEntries entriesOf(const std::filesystem::path& folder);

/// Whether a folder is a checkpoint of many files, also where the list of them is missing: a distributed checkpoint
/// beside what the trainer itself writes.
bool isOfManyFiles(const std::filesystem::path& folder);

/// What else in a folder may hold tensors, by its names, but was not `opened`: files beside the model, such as the
/// state of an optimizer, and folders with checkpoints, as "name/". None where the path is a file.
std::vector<std::string> unreadBeside(const std::filesystem::path& folder, const Checkpoint& opened);

/// The same of a folder whose entries with names in `read` are read.
std::vector<std::string> unreadIn(const std::filesystem::path& folder, const std::set<std::string>& read);

/// Whether the finding is about what lies beside the model in the folder that was opened: Checkpoint::beside.
bool isAboutBeside(const Finding& finding);

/// "a, b and 3 more"
std::string listedNames(const std::vector<std::string>& names);

} // namespace loupe
