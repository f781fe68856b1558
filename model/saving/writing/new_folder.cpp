#include "saving/writing/new_folder.h"

#include "saving/writing/atomic_file.h"
#include "saving/writing/unfinished_files.h"

#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

fs::path parentOf(const fs::path& folder)
{
    return folder.has_parent_path() ? folder.parent_path() : fs::path(".");
}

} // namespace

std::optional<fs::path> newFolderOf(const fs::path& file)
{
    std::error_code ignored;
    fs::path folder = file.parent_path();
    if (folder.empty() || fs::exists(fs::symlink_status(folder, ignored)))
        return std::nullopt;
    return fs::is_directory(parentOf(folder), ignored) ? std::optional(std::move(folder)) : std::nullopt;
}

Result<NewFolder> NewFolder::createFor(const fs::path& file)
{
    NewFolder created;
    std::error_code failed;
    auto folder = newFolderOf(file);
    if (folder && createUnfinishedFolder(*folder, failed))
        created.m_path = *folder;
    if (failed)
        return fail(systemError(failed.value(), "cannot create the folder", folder->string()));
    if (!created.m_path.empty()) {
        if (auto synced = syncFolder(parentOf(created.m_path)); !synced)
            return fail(std::move(synced.error()));
    }
    return created;
}

NewFolder::~NewFolder()
{
    if (!m_path.empty())
        finishUnfinishedFolder(m_path);
}

NewFolder::NewFolder(NewFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, {}))
{
}

NewFolder& NewFolder::operator=(NewFolder&& other) noexcept
{
    std::swap(m_path, other.m_path);
    return *this;
}

} // namespace loupe
