#include "saving/writing/left_behind.h"

#include "formats/shards/shard_index.h"
#include "saving/writing/indexed_shards.h"

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
    if (names.empty())
        return {};
    const fs::path folder = target.index->parent_path();
    const auto others = namesInIndexes(folder, *target.index, work);
    if (!others)
        return {};
    std::vector<fs::path> files;
    for (const std::string& name : names) {
        std::error_code ignored;
        if (!others->contains(name) && fs::exists(folder / name, ignored))
            files.push_back(folder / name);
    }
    return files;
}

} // namespace loupe
