#pragma once

#include "core/result.h"

#include <filesystem>
#include <optional>

namespace loupe {

/// The folder of `file`, if only that folder is missing. More missing levels may be a typing error.
std::optional<std::filesystem::path> newFolderOf(const std::filesystem::path& file);

/// A folder that is created for a file. It is removed with the object, or by removeUnfinishedFiles(), if it is still
/// empty.
class NewFolder {
public:
    /// Creates newFolderOf(file), if any, and syncs its parent to disk. Fails as createUnfinishedFolder() does, or as
    /// syncFolder() does; the error's path is the folder's.
    static Result<NewFolder> createFor(const std::filesystem::path& file);

    NewFolder() = default;
    ~NewFolder();
    NewFolder(NewFolder&& other) noexcept;
    NewFolder& operator=(NewFolder&& other) noexcept;

private:
    std::filesystem::path m_path; ///< empty if no folder was created
};

} // namespace loupe
