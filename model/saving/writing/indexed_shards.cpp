#include "saving/writing/indexed_shards.h"

#include "formats/shards/shard_index.h"
#include "formats/shards/shard_name.h"

namespace loupe {

namespace fs = std::filesystem;

std::optional<std::set<std::string>> namesInIndexes(const fs::path& folder, const fs::path& except, const Work& work)
{
    std::set<std::string> names;
    std::error_code error;
    fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (work.stopped())
            return std::nullopt;
        if (!isIndexName(entry->path()) || entry->path().filename() == except.filename())
            continue;
        const auto source = Source::open(entry->path());
        if (!source)
            return std::nullopt;
        const auto index = readShardIndex(**source, Work{work.stop, nullptr});
        if (!index || index->findings.hasErrors())
            return std::nullopt;
        names.insert(index->shards.begin(), index->shards.end());
    }
    return error ? std::nullopt : std::optional(std::move(names));
}

} // namespace loupe
