#include "history/step_folder.h"

#include "formats/opening/model_folder.h"
#include "formats/opening/registry.h"
#include "formats/shards/process_name.h"
#include "formats/shards/shard_name.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

bool isOfProcess(const fs::path& path)
{
    return parseProcessName(path.filename()).has_value();
}

/// Folders in the folder that are checkpoints of many files, also where the list of them is missing: a distributed
/// checkpoint beside what the trainer itself writes.
std::set<fs::path> foldersOfManyFiles(const fs::path& folder)
{
    std::set<fs::path> found;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        std::error_code ignored;
        if (!entry->is_directory(ignored) || entry->path().filename().string().starts_with('.'))
            continue;
        const auto main = mainFileFor(entry->path(), true);
        if (main ? main->has_value() : main.error().code == ErrorCode::NotFound)
            found.insert(entry->path());
    }
    return found;
}

} // namespace

bool isModelName(const fs::path& path)
{
    const Format* const format = formatForName(path);
    return format && format->writer;
}

std::vector<fs::path> separateCheckpoints(const fs::path& folder, std::span<const fs::path> models)
{
    std::set<fs::path> files;
    std::set<fs::path> folders;
    for (const fs::path& model : models) {
        if (model.parent_path() == folder)
            files.insert(model);
        else
            folders.insert(model.parent_path());
    }
    const bool hasShards = std::ranges::any_of(files, [&](const fs::path& path) {
        return parseShardName(path.filename()) || isOfProcess(path);
    }) || std::ranges::count_if(folders, isOfProcess) > 1;
    if (files.size() == 1 || hasShards)
        return {};
    if (!files.empty()) {
        const auto model = findModel(folder);
        const bool areSeveral = !model && model.error().code == ErrorCode::InvalidArgument;
        return areSeveral ? std::vector<fs::path>(files.begin(), files.end()) : std::vector<fs::path>();
    }
    const auto itself = mainFileFor(folder, true);
    if (!itself || *itself)
        return {};
    const std::set<fs::path> distributed = foldersOfManyFiles(folder);
    folders.insert(distributed.begin(), distributed.end());
    if (folders.empty())
        return {};
    const auto model = findModel(folder);
    if (model && !distributed.empty() && !model->index && model->files.size() == 1)
        folders.insert(model->files.front());
    else if (model || model.error().code != ErrorCode::NotFound)
        return {};
    return std::vector<fs::path>(folders.begin(), folders.end());
}

} // namespace loupe
