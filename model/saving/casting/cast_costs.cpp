#include "saving/casting/cast_cost.h"

#include "core/checked_math.h"

#include <new>

namespace loupe {

Result<std::vector<std::optional<CastCost>>> castCosts(std::span<const RecipeItem> items, const Work& work)
{
    std::uint64_t total = 0;
    for (const RecipeItem& item : items)
        total = saturatingAdd(total, item.isCast() ? valueBytes(item.original()) : 0);
    work.expect(total);
    Work each = work;
    each.totalKnown = true;
    try {
        std::vector<std::optional<CastCost>> costs;
        costs.reserve(items.size());
        for (const RecipeItem& item : items) {
            auto& cost = costs.emplace_back();
            if (!item.isCast())
                continue;
            auto found = castCost(item, each);
            if (!found)
                return fail(std::move(found.error()));
            cost = *found;
        }
        return costs;
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "not enough memory to compute the loss of the casts");
    }
}

} // namespace loupe
