#include "history/step_folder.h"

#include "formats/opening/beside_model.h"
#include "formats/opening/model_folder.h"
#include "formats/opening/registry.h"
#include "formats/opening/trainer_files.h"
#include "formats/shards/process_name.h"
#include "formats/shards/shard_name.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace loupe {

namespace fs = std::filesystem;

namespace {

bool isOfProcess(const fs::path& path)
{
    return parseProcessName(path.filename()).has_value();
}

/// Whether a folder in a step's folder opens as one checkpoint of the step. The folder "train", with the trainer's own
/// state, does not count.
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

/// The files in a folder among which findModel() cannot choose the model; none if they are shards or belong to
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
    const FolderEntries entries = entriesOf(folder);
    std::ranges::copy_if(entries.folders, std::inserter(folders, folders.end()), isCheckpointOfStep);
    const auto model = findModel(folder);
    if (model && !model->index && model->files.front().parent_path() != folder)
        return {}; // the checkpoint of the only rank
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

} // namespace loupe
