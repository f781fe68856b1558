#include "saving/recipe/repeated_names.h"

#include "core/name_hash.h"

#include <string>
#include <unordered_set>

namespace loupe {

std::uint64_t numberRepeatedNames(Recipe& recipe)
{
    const auto repeated = repeatedNames(recipe);
    if (repeated.empty())
        return 0;
    std::unordered_set<std::string, NameHash, std::equal_to<>> taken;
    for (const RecipeItem& item : recipe.items)
        taken.insert(item.name);
    NameMap<std::string, std::uint64_t> last; // by name, the last number used, as many items may share a name
    for (const std::uint32_t index : repeated) {
        std::string& name = recipe.items[index].name;
        std::uint64_t& number = last.emplace(name, 1).first->second;
        std::string candidate;
        do
            candidate = name + '-' + std::to_string(++number);
        while (!taken.insert(candidate).second);
        name = std::move(candidate);
    }
    return repeated.size();
}

} // namespace loupe
