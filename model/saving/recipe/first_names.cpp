#include "saving/recipe/first_names.h"

#include "core/name_hash.h"
#include "core/text/text.h"
#include "core/text/utf8.h"

#include <string_view>
#include <vector>

namespace loupe {

namespace {

std::string shownName(std::string_view name)
{
    constexpr std::size_t longest = 80;
    if (name.size() <= longest)
        return formatName(name);
    const std::string_view begin = name.substr(0, longest);
    return printable(begin.substr(0, validUtf8Prefix(begin))) + "…";
}

} // namespace

void keepFirstOfEachName(Recipe& recipe, const std::function<bool(const RecipeItem& item)>& isWritten)
{
    constexpr std::size_t shown = 3;
    std::vector<bool> drops(recipe.items.size());
    std::uint64_t dropped = 0;
    std::string names;
    NameMap<std::string_view, std::size_t> seen;
    seen.reserve(recipe.items.size());
    for (std::size_t i = 0; i < recipe.items.size(); ++i) {
        const RecipeItem& item = recipe.items[i];
        if (!isWritten(item) || seen.emplace(item.name, i).second)
            continue;
        drops[i] = true;
        if (dropped++ < shown)
            names += (names.empty() ? "" : ", ") + shownName(item.name);
    }
    if (dropped == 0)
        return;
    std::size_t next = 0;
    std::erase_if(recipe.items, [&](const RecipeItem&) { return drops[next++]; });
    recipe.leftOut += (recipe.leftOut.empty() ? "" : "; ") + counted(dropped, "tensor")
        + (dropped == 1 ? " with a duplicate name: " : " with duplicate names: ") + names;
    if (dropped > shown)
        recipe.leftOut += " and " + formatCount(dropped - shown) + " more";
}

} // namespace loupe
