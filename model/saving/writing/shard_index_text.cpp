#include "saving/writing/shard_index_text.h"

#include "core/text/json_writer.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

std::string quotedJson(std::string_view text)
{
    return jsonText([&](JsonWriter& json) { json.value(text); });
}

} // namespace

std::string shardIndexText(const Recipe& recipe, const Plan& plan, std::span<const std::string> names)
{
    std::vector<std::pair<std::string_view, std::size_t>> entries;
    entries.reserve(recipe.items.size());
    for (std::size_t shard = 0; shard < plan.files.size(); ++shard) {
        for (const std::uint32_t item : plan.files[shard].items)
            entries.emplace_back(recipe.items[item].name, shard);
    }
    std::sort(entries.begin(), entries.end());
    std::vector<std::string> shards;
    for (const std::string& name : names)
        shards.push_back(quotedJson(name));

    std::string text =
        "{\n  \"metadata\": {\n    \"total_size\": " + std::to_string(plan.tensorBytes) + "\n  },\n  \"weight_map\": {";
    for (std::size_t i = 0; i < entries.size(); ++i) {
        text.append(i == 0 ? "\n    " : ",\n    ").append(quotedJson(entries[i].first));
        text.append(": ").append(shards[entries[i].second]);
    }
    return text.append(entries.empty() ? "}\n}\n" : "\n  }\n}\n");
}

} // namespace loupe
