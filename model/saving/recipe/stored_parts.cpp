#include "saving/recipe/stored_parts.h"

#include "core/name_hash.h"
#include "core/quantized_groups.h"
#include "core/text/quote.h"
#include "saving/recipe/comfy_description.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view weightSuffix = "weight";

/// "a.b." for "a.b.weight"; nullopt if the name has another suffix.
std::optional<std::string_view> moduleOfWeight(std::string_view name)
{
    const std::string_view module = name.substr(0, name.size() - std::min(name.size(), weightSuffix.size()));
    const bool isWeight = name.ends_with(weightSuffix) && (module.empty() || module.ends_with('.'));
    return isWeight ? std::optional(module) : std::nullopt;
}

/// Nullopt if the part's name cannot be derived from the name of its weight.
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
    using Placed = std::pair<std::uint32_t, RecipeItem>; ///< with its index in the stored checkpoint

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

    /// Puts parts in file order, so that shards keep their content.
    void endSource()
    {
        std::ranges::stable_sort(m_placed, {}, &Placed::first);
        for (Placed& placed : m_placed)
            m_items.push_back(std::move(placed.second));
        m_placed.clear();
    }

    PartsOf m_which;
    std::vector<RecipeItem> m_items;
    std::vector<Placed> m_placed; ///< for a source with quantized weights
};

/// Whether it is a quantized weight whose values cannot be read, so it is copied as stored.
bool isUndecoded(const RecipeItem& item)
{
    return item.original().dtype == DType::Opaque && item.source->quantized->of(item.tensor);
}

/// "a.b" for "a.b.c".
std::string_view outerName(std::string_view name)
{
    return name.substr(0, std::min(name.rfind('.'), name.size()));
}

/// The modules that stay quantized, from sources with quantized weights.
class StayingModules {
public:
    explicit StayingModules(const Recipe& recipe)
    {
        for (const RecipeItem& item : recipe.items) {
            if (!item.source->quantized)
                continue;
            m_isQuantized = true;
            const std::string_view name = item.original().name;
            if (isUndecoded(item))
                m_undecoded.emplace(outerName(name));
            const bool isWeight = name.ends_with(".weight");
            if (isWeight && (isUndecoded(item) || !item.source->quantized->of(item.tensor)))
                m_names.emplace(outerName(name), outerName(item.name));
        }
    }

    bool isQuantized() const { return m_isQuantized; }
    /// Whether a scale of activations, or a marker of the scheme, is needed by one of these modules.
    bool need(std::string_view runtimeTensor) const
    {
        return m_undecoded.contains(outerName(runtimeTensor))
            || (!m_undecoded.empty() && runtimeTensor.ends_with("scaled_fp8"));
    }
    std::optional<std::string> nameOf(std::string_view module) const
    {
        const auto found = m_names.find(module);
        return found == m_names.end() ? std::nullopt : std::optional(found->second);
    }

private:
    bool m_isQuantized = false;
    std::unordered_set<std::string_view, NameHash> m_undecoded; ///< module names in the sources
    NameMap<std::string_view, std::string> m_names; ///< maps old names to new ones
};

} // namespace

RemovedExtras removeExtras(Recipe& recipe)
{
    const StayingModules staying(recipe);
    RemovedExtras removed;
    if (recipe.metadata && staying.isQuantized()) {
        const auto described = std::ranges::find(*recipe.metadata, comfyDescriptionKey, &Metadata::value_type::first);
        if (described != recipe.metadata->end()) {
            const auto names = [&](std::string_view module) { return staying.nameOf(module); };
            auto rest =
                described->second.stored() ? std::nullopt : comfyDescriptionOf(described->second.shown(), names);
            removed.description = rest ? RemovedExtras::Description::Cut : RemovedExtras::Description::Whole;
            if (rest == described->second.shown())
                removed.description = RemovedExtras::Description::None;
            if (rest)
                described->second = MetadataValue(std::move(*rest));
            else
                recipe.metadata->erase(described);
        }
    }
    std::vector<RecipeItem> kept;
    kept.reserve(recipe.items.size());
    for (RecipeItem& item : recipe.items) {
        const bool isExtra = item.source->quantized
            && std::ranges::binary_search(item.source->quantized->runtimeTensors, item.tensor)
            && !staying.need(item.original().name);
        if (isExtra)
            ++removed.tensors;
        else
            kept.push_back(std::move(item));
    }
    recipe.items = std::move(kept);
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
