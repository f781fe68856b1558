#include "history/step_folder.h"

#include "formats/opening/model_folder.h"
#include "formats/opening/registry.h"
#include "formats/shards/process_name.h"
#include "formats/shards/shard_name.h"

#include <algorithm>
#include <set>

namespace loupe {

namespace fs = std::filesystem;

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
    const auto isOfProcess = [](const fs::path& path) { return parseProcessName(path.filename()).has_value(); };
    const bool hasShards = std::ranges::any_of(files, [&](const fs::path& path) {
        return parseShardName(path.filename()) || isOfProcess(path);
    }) || std::ranges::count_if(folders, isOfProcess) > 1;
    if (files.size() == 1 || hasShards || (files.empty() && folders.empty()))
        return {};
    const auto model = findModel(folder);
    if (model || model.error().code != (files.empty() ? ErrorCode::NotFound : ErrorCode::InvalidArgument))
        return {};
    const std::set<fs::path>& separate = files.empty() ? folders : files;
    return std::vector<fs::path>(separate.begin(), separate.end());
}

} // namespace loupe
