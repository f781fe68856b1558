#include "saving/recipe/shared_items.h"

#include "core/checked_math.h"
#include "core/shared_tensors.h"
#include "core/text/text.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace loupe {

namespace {

constexpr std::size_t mostSharedNamed = 3;

std::string sharedName(std::string_view name)
{
    constexpr std::size_t longest = 80;
    if (name.empty())
        return "(unnamed)";
    if (name.size() <= longest)
        return printable(name);
    const std::string_view begin = name.substr(0, longest);
    return printable(begin.substr(0, validUtf8Prefix(begin))) + "…";
}

/// "lm_head.weight (shared with wte.weight), x (shared with y) and 2 more".
std::string sharedNamesOf(const Recipe& recipe, const std::vector<SharedItem>& shared)
{
    std::string names;
    for (std::size_t i = 0; i < std::min(shared.size(), mostSharedNamed); ++i) {
        names += (names.empty() ? "" : ", ") + sharedName(recipe.items[shared[i].item].name) + " (shared with "
            + sharedName(recipe.items[shared[i].with].name) + ')';
    }
    if (shared.size() > mostSharedNamed)
        names += " and " + formatCount(shared.size() - mostSharedNamed) + " more";
    return names;
}

} // namespace

std::vector<SharedItem> sharedItems(const Recipe& recipe)
{
    std::map<const Checkpoint*, std::map<std::uint32_t, std::uint32_t>> bySource; // tensors and the items that use them
    for (std::uint32_t i = 0; i < recipe.items.size(); ++i) {
        const RecipeItem& item = recipe.items[i];
        if (!item.isDifference() && item.source->files[item.original().file].tensorsShare)
            bySource[item.source.get()].try_emplace(item.tensor, i);
    }
    std::vector<SharedItem> found;
    for (const auto& [source, items] : bySource) {
        std::vector<std::uint32_t> tensors;
        for (const auto& [tensor, item] : items)
            tensors.push_back(tensor);
        for (const SharedTensor& shared : sharedTensors(*source, tensors)) {
            const std::uint32_t item = items.at(shared.tensor);
            const std::uint32_t with = items.at(shared.with);
            const bool isSameType = recipe.items[item].original().dtype == recipe.items[with].original().dtype
                && recipe.items[item].dtype == recipe.items[with].dtype;
            found.push_back({item, with, shared.isContained && isSameType});
        }
    }
    std::ranges::sort(found, {}, &SharedItem::item);
    return found;
}

std::string sharedItemsText(const Recipe& recipe, const std::vector<SharedItem>& shared)
{
    std::uint64_t bytes = 0;
    for (const SharedItem& one : shared)
        bytes = saturatingAdd(bytes, writtenBytes(recipe.items[one.item]));
    return counted(shared.size(), "tensor") + (shared.size() == 1 ? " shares" : " share") + " storage with another and "
        + (shared.size() == 1 ? "is" : "are") + " written in full, " + formatBytes(bytes) + ": "
        + sharedNamesOf(recipe, shared);
}

void dropShared(Recipe& recipe)
{
    std::vector<SharedItem> dropped = sharedItems(recipe);
    std::erase_if(dropped, [](const SharedItem& shared) { return !shared.isContained; });
    if (dropped.empty())
        return;
    recipe.leftOut += (recipe.leftOut.empty() ? "" : "; ") + counted(dropped.size(), "tensor")
        + " whose storage is already written: " + sharedNamesOf(recipe, dropped);
    if (!recipe.metadata)
        recipe.metadata.emplace();
    std::unordered_set<std::string> keys;
    for (const auto& [key, value] : *recipe.metadata)
        keys.insert(key);
    std::vector<bool> drops(recipe.items.size());
    for (const SharedItem& shared : dropped) {
        drops[shared.item] = true;
        const std::string& name = recipe.items[shared.item].name;
        if (keys.insert(name).second)
            recipe.metadata->emplace_back(name, MetadataValue(recipe.items[shared.with].name));
    }
    std::size_t next = 0;
    std::erase_if(recipe.items, [&](const RecipeItem&) { return drops[next++]; });
}

} // namespace loupe
