#include "saving/left_behind.h"

#include "formats/shard_index.h"
#include "formats/shard_name.h"

#include <set>
#include <string>

namespace loupe {

namespace {

namespace fs = std::filesystem;

std::set<std::string> namesIn(const fs::path& index, const Work& work)
{
    const auto source = Source::open(index);
    const auto read = source ? readShardIndex(**source, Work{work.stop, nullptr}) : fail(source.error());
    return read ? std::set<std::string>(read->shards.begin(), read->shards.end()) : std::set<std::string>();
}

} // namespace

std::vector<fs::path> shardsLeftBehind(const SaveTarget& target, const Work& work)
{
    if (!target.index)
        return {};
    std::set<std::string> names = namesIn(*target.index, work);
    for (const fs::path& file : target.files)
        names.erase(file.filename().string());
    const fs::path folder = target.index->parent_path();
    std::error_code error;
    fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
    for (; !names.empty() && !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (work.stopped())
            break;
        if (!isIndexName(entry->path()) || entry->path().filename() == target.index->filename())
            continue;
        for (const std::string& name : namesIn(entry->path(), work))
            names.erase(name);
    }
    std::vector<fs::path> files;
    for (const std::string& name : names) {
        std::error_code ignored;
        if (fs::exists(folder / name, ignored))
            files.push_back(folder / name);
    }
    return files;
}

} // namespace loupe
