#include "saving/recipe/recipe.h"

#include "core/checked_math.h"
#include "core/name_hash.h"

#include <cstdint>
#include <unordered_set>

namespace loupe {

std::uint64_t writtenBytes(const RecipeItem& item)
{
    if (item.isCopy()) // also valid for unknown dtypes
        return valueBytes(item.original());
    const auto elements = elementCount(item.original().shape);
    const auto bits = elements ? checkedMultiply(*elements, bitsPerElement(item.dtype)) : std::nullopt;
    return bits ? *bits / 8 + (*bits % 8 != 0 ? 1 : 0) : UINT64_MAX;
}

Recipe copyOf(const std::shared_ptr<const Checkpoint>& checkpoint, const Format& format)
{
    Recipe recipe;
    recipe.format = &format;
    append(recipe, checkpoint);
    return recipe;
}

void append(Recipe& recipe, const std::shared_ptr<const Checkpoint>& checkpoint)
{
    recipe.items.reserve(recipe.items.size() + checkpoint->tensors.size());
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const Tensor& tensor = checkpoint->tensors[i];
        recipe.items.push_back({checkpoint, i, std::string(tensor.name), tensor.dtype});
    }
    if (!checkpoint->metadata)
        return;
    if (!recipe.metadata) {
        recipe.metadata = checkpoint->metadata;
        return;
    }
    std::unordered_set<std::string, NameHash, std::equal_to<>> known;
    for (const auto& [key, value] : *recipe.metadata)
        known.insert(key);
    for (const auto& entry : *checkpoint->metadata) {
        if (known.insert(entry.first).second)
            recipe.metadata->push_back(entry);
    }
}

std::vector<std::uint32_t> repeatedNames(const Recipe& recipe)
{
    std::vector<std::uint32_t> repeated;
    NameMap<std::string_view, std::uint32_t> seen;
    seen.reserve(recipe.items.size());
    for (std::uint32_t i = 0; i < recipe.items.size(); ++i) {
        if (!seen.emplace(recipe.items[i].name, i).second)
            repeated.push_back(i);
    }
    return repeated;
}

} // namespace loupe
