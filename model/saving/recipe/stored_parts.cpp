#include "saving/recipe/stored_parts.h"

#include "core/quantized_groups.h"
#include "core/text/quote.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view weightSuffix = "weight";

/// "a.b." of "a.b.weight"; nothing where it has another end.
std::optional<std::string_view> moduleOfWeight(std::string_view name)
{
    const std::string_view module = name.substr(0, name.size() - std::min(name.size(), weightSuffix.size()));
    const bool isWeight = name.ends_with(weightSuffix) && (module.empty() || module.ends_with('.'));
    return isWeight ? std::optional(module) : std::nullopt;
}

/// Nothing where the part's name does not follow from that of its weight.
std::optional<std::string> partName(std::string_view part, std::string_view weight, std::string_view newWeight)
{
    if (weight == newWeight)
        return std::string(part);
    const auto module = moduleOfWeight(weight);
    const auto newModule = moduleOfWeight(newWeight);
    if (module.has_value() != newModule.has_value())
        return std::nullopt;
    const std::string_view from = module.value_or(weight);
    if (!part.starts_with(from))
        return std::nullopt;
    return std::string(newModule.value_or(newWeight)).append(part.substr(from.size()));
}

class StoredParts {
public:
    explicit StoredParts(PartsOf which)
        : m_which(which)
    {
    }

    Result<std::vector<RecipeItem>> of(std::vector<RecipeItem> items)
    {
        const Checkpoint* source = nullptr;
        for (RecipeItem& item : items) {
            if (item.source.get() != source)
                endSource();
            source = item.source.get();
            if (auto added = add(std::move(item)); !added)
                return fail(std::move(added.error()));
        }
        endSource();
        return std::move(m_items);
    }

private:
    using Placed = std::pair<std::uint32_t, RecipeItem>; ///< with its number in the stored checkpoint

    Result<> add(RecipeItem item)
    {
        if (!item.source->quantized) {
            m_items.push_back(std::move(item));
            return {};
        }
        const QuantizedGroups& quantized = *item.source->quantized;
        const std::uint32_t codes = quantized.storedTensors[item.tensor];
        const QuantizedGroups::Group* const group = quantized.of(item.tensor);
        const bool isWanted = item.isCopy() && !item.isDecoded
            && (m_which == PartsOf::CopiedWeights || item.original().dtype == DType::Opaque);
        if (!isWanted) {
            m_placed.emplace_back(codes, std::move(item));
            return {};
        }
        if (!group) {
            m_placed.emplace_back(codes, RecipeItem{quantized.stored, codes, std::move(item.name), item.dtype});
            return {};
        }
        for (const QuantizedGroups::Part& part : group->parts) {
            const Tensor& stored = quantized.stored->tensors[part.tensor];
            auto name = partName(stored.name, item.original().name, item.name);
            if (!name)
                return fail(ErrorCode::InvalidArgument,
                    quote(item.original().name) + " cannot be renamed to " + quote(item.name) + ": its part "
                        + quote(stored.name)
                        + " would have no name; expected a name that ends in \".weight\" where the old one does",
                    item.source->path.string(), std::nullopt);
            m_placed.emplace_back(
                part.tensor, RecipeItem{quantized.stored, part.tensor, std::move(*name), stored.dtype});
        }
        return {};
    }

    /// Parts stand where their file has them, so that shards stay what they are.
    void endSource()
    {
        std::ranges::stable_sort(m_placed, {}, &Placed::first);
        for (Placed& placed : m_placed)
            m_items.push_back(std::move(placed.second));
        m_placed.clear();
    }

    PartsOf m_which;
    std::vector<RecipeItem> m_items;
    std::vector<Placed> m_placed; ///< of a source with quantized weights
};

} // namespace

RemovedExtras removeExtras(Recipe& recipe)
{
    constexpr std::string_view descriptionKey = "_quantization_metadata";
    RemovedExtras removed;
    removed.tensors = std::erase_if(recipe.items, [](const RecipeItem& item) {
        return item.source->quantized
            && std::ranges::binary_search(item.source->quantized->runtimeTensors, item.tensor);
    });
    const bool isQuantized =
        std::ranges::any_of(recipe.items, [](const RecipeItem& item) { return item.source->quantized != nullptr; });
    if (recipe.metadata && isQuantized)
        removed.description =
            std::erase_if(*recipe.metadata, [&](const auto& entry) { return entry.first == descriptionKey; }) > 0;
    return removed;
}

Result<Recipe> withStoredParts(Recipe recipe, PartsOf which)
{
    auto items = StoredParts(which).of(std::move(recipe.items));
    if (!items)
        return fail(std::move(items.error()));
    recipe.items = std::move(*items);
    return recipe;
}

} // namespace loupe
