#include "items/session/shard_names.h"

#include <algorithm>
#include <string_view>

namespace loupe {

namespace {

bool isSeparator(char letter)
{
    return std::string_view("-_. ").find(letter) != std::string_view::npos;
}

} // namespace

std::vector<std::string> shardNames(std::span<const CheckpointFile> files)
{
    std::vector<std::string> names;
    if (files.size() < 2)
        return names;
    for (const CheckpointFile& file : files)
        names.push_back(file.path.filename().string());
    const std::string& first = names.front();
    std::size_t before = first.size();
    std::size_t behind = first.size();
    std::size_t shortest = first.size();
    for (const std::string& name : names) {
        const auto equal = std::mismatch(first.begin(), first.end(), name.begin(), name.end());
        before = std::min(before, static_cast<std::size_t>(equal.first - first.begin()));
        const auto equalBack = std::mismatch(first.rbegin(), first.rend(), name.rbegin(), name.rend());
        behind = std::min(behind, static_cast<std::size_t>(equalBack.first - first.rbegin()));
        shortest = std::min(shortest, name.size());
    }
    while (before > 0 && !isSeparator(first[before - 1]))
        --before;
    while (behind > 0 && !isSeparator(first[first.size() - behind]))
        --behind;
    if (before + behind >= shortest)
        return names;
    for (std::string& name : names)
        name = name.substr(before, name.size() - before - behind);
    return names;
}

} // namespace loupe
