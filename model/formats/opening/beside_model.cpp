#include "formats/opening/beside_model.h"

#include "formats/opening/registry.h"
#include "formats/opening/trainer_files.h"

#include <algorithm>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

FolderEntries entriesOf(const fs::path& folder)
{
    FolderEntries entries;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored))
            entries.files.insert(entry->path());
        else if (entry->is_directory(ignored) && !entry->path().filename().string().starts_with('.'))
            entries.folders.insert(entry->path());
    }
    return entries;
}

bool isOfManyFiles(const fs::path& folder)
{
    const auto main = mainFileFor(folder, true);
    return main ? main->has_value() : main.error().code == ErrorCode::NotFound;
}

std::vector<std::string> unreadIn(const fs::path& folder, const std::set<std::string>& read)
{
    std::vector<std::string> unread;
    const FolderEntries entries = entriesOf(folder);
    for (const fs::path& file : entries.files) {
        std::string name = file.filename().string();
        if (mayHoldTensors(file) && !read.contains(name))
            unread.push_back(std::move(name));
    }
    for (const fs::path& other : entries.folders) {
        const std::string name = other.filename().string();
        if (!read.contains(name) && (holdsCheckpoints(other) || isOfManyFiles(other)))
            unread.push_back(name + '/');
    }
    return unread;
}

std::vector<std::string> unreadBeside(const fs::path& folder, const Checkpoint& opened)
{
    std::error_code code;
    if (!fs::is_directory(folder, code))
        return {};
    std::set<std::string> read; // the entries that were opened
    for (const CheckpointFile& file : opened.files) {
        const fs::path relative = file.path.lexically_relative(folder);
        if (!relative.empty())
            read.insert(relative.begin()->string());
    }
    const auto main = mainFileFor(folder, true);
    const std::string mainName = main && *main ? (*main)->filename().string() : "";
    const bool isMain = main && *main
        && std::ranges::any_of(opened.files, [&](const CheckpointFile& file) { return file.path == **main; });
    if (isMain && mainName != ".metadata")
        return {}; // the main file itself lists the files that belong to it
    std::vector<std::string> unread = unreadIn(folder, read);
    // A main file in a folder is identified by that folder.
    if (!isMain && !mainName.empty() && (*main)->lexically_relative(folder) == mainName)
        unread.push_back(mainName);
    std::ranges::sort(unread);
    return unread;
}

bool isAboutBeside(const Finding& finding)
{
    return finding.code == otherModelCode || finding.code == unreadBesideCode;
}

std::string listedNames(const std::vector<std::string>& names)
{
    constexpr std::size_t mostListed = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), mostListed); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > mostListed)
        text += " and " + std::to_string(names.size() - mostListed) + " more";
    return text;
}

} // namespace loupe
