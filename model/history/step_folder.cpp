#include "history/step_folder.h"

#include "formats/opening/model_folder.h"
#include "formats/opening/registry.h"
#include "formats/opening/trainer_files.h"
#include "formats/shards/process_name.h"
#include "formats/shards/shard_name.h"

#include <algorithm>
#include <iterator>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

bool isOfProcess(const fs::path& path)
{
    return parseProcessName(path.filename()).has_value();
}

/// What lies in a folder, in the order of the names.
struct StepEntries {
    std::set<fs::path> files;
    std::set<fs::path> folders; ///< none that is hidden
};

StepEntries entriesOf(const fs::path& folder)
{
    StepEntries entries;
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

/// A checkpoint of many files, also where the list of them is missing: a distributed checkpoint beside what the trainer
/// itself writes.
bool isOfManyFiles(const fs::path& folder)
{
    const auto main = mainFileFor(folder, true);
    return main ? main->has_value() : main.error().code == ErrorCode::NotFound;
}

/// Whether a folder in a step's folder opens as one checkpoint of the step. The folder of what the trainer itself needs
/// to go on does not count: "train".
bool isCheckpointOfStep(const fs::path& folder)
{
    if (isOfManyFiles(folder))
        return true;
    const FileRole role = fileRole(folder.filename().string() + ".pt");
    if (role == FileRole::Extra || role == FileRole::State)
        return false;
    const auto model = findModel(folder);
    return model && (model->index || hasKnownContent(model->files.front()));
}

/// The files in a folder among which findModel() does not find the model; none where they are shards, or belong to
/// processes.
std::set<fs::path> severalFiles(const std::set<fs::path>& files)
{
    std::set<fs::path> several;
    for (const fs::path& file : files) {
        if (isIndexName(file) || parseShardName(file.filename()) || isOfProcess(file))
            return {};
        if (formatForName(file) && !isCompanion(fileRole(file)))
            several.insert(file);
    }
    return several;
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
    const StepEntries entries = entriesOf(folder);
    std::ranges::copy_if(entries.folders, std::inserter(folders, folders.end()), isCheckpointOfStep);
    const auto model = findModel(folder);
    std::set<fs::path> separate;
    if (!model && model.error().code == ErrorCode::InvalidArgument)
        separate = severalFiles(entries.files);
    const bool isSingle = model && !model->index && model->files.size() == 1;
    const bool isNotFound = !model && model.error().code == ErrorCode::NotFound;
    if (separate.empty() && (folders.empty() || (!isSingle && !isNotFound)))
        return {};
    if (isSingle)
        separate.insert(model->files.front());
    if (!folders.empty()) {
        std::ranges::copy_if(entries.files, std::inserter(separate, separate.end()),
            [](const fs::path& file) { return fileRole(file) == FileRole::Optimizer && formatForName(file); });
    }
    separate.insert(folders.begin(), folders.end());
    return std::vector<fs::path>(separate.begin(), separate.end());
}

std::vector<std::string> onlyCompanions(const fs::path& folder)
{
    std::vector<std::string> names;
    for (const fs::path& file : entriesOf(folder).files) {
        if (isIndexName(file) || (formatForName(file) && !isCompanion(fileRole(file))))
            return {};
        if (mayHoldTensors(file))
            names.push_back(file.filename().string());
    }
    const bool hasOther = !names.empty() && (isOfManyFiles(folder) || !foldersWithCheckpoints(folder).empty());
    return hasOther ? std::vector<std::string>() : names;
}

std::vector<std::string> unreadIn(const fs::path& folder, const std::set<std::string>& read)
{
    std::vector<std::string> unread;
    const StepEntries entries = entriesOf(folder);
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
    std::set<std::string> read; // entries of the folder
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
        return {}; // it says itself what belongs to it
    std::vector<std::string> unread = unreadIn(folder, read);
    if (!isMain && !mainName.empty())
        unread.push_back(mainName);
    std::ranges::sort(unread);
    return unread;
}

} // namespace loupe
