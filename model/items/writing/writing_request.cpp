#include "items/writing/writing_request.h"

#include "analysis/filter/tensor_set.h"
#include "core/quantized_groups.h"
#include "formats/opening/registry.h"
#include "formats/opening/unread_parts.h"

#include <algorithm>
#include <iterator>

namespace loupe {

namespace {

/// Sets any format, as planning sets the requested one.
Result<Recipe> recipeOf(const StagedEdits& edits, const Work& work)
{
    Recipe recipe = edits.recipe(*allFormats().front(), work);
    return work.stopped() ? Result<Recipe>(fail(ErrorCode::Stopped, "stopped")) : std::move(recipe);
}

} // namespace

RecipeMaker editedRecipe(StagedEdits edits)
{
    return [edits = std::move(edits)](const Work& work) -> Result<WantedTensors> {
        auto recipe = recipeOf(edits, work).and_then([](Recipe edited) { return withStoredParts(std::move(edited)); });
        if (!recipe)
            return fail(std::move(recipe.error()));
        return WantedTensors{.recipe = std::move(*recipe), .unread = unreadParts(*edits.checkpoint())};
    };
}

RecipeMaker dequantizedRecipe(StagedEdits edits, DType dtype)
{
    return [edits = std::move(edits), dtype](const Work& work) -> Result<WantedTensors> {
        auto recipe = recipeOf(edits, work);
        if (!recipe)
            return fail(std::move(recipe.error()));
        const RemovedExtras extras = removeExtras(*recipe);
        const auto& quantized = edits.checkpoint()->quantized;
        std::uint64_t undecoded = 0;
        for (RecipeItem& item : recipe->items) {
            if (!quantized || !quantized->of(item.tensor))
                continue;
            if (item.original().dtype == DType::Opaque)
                ++undecoded;
            else if (item.isCopy() && !item.isDecoded)
                item.dtype = dtype;
        }
        auto written = withStoredParts(std::move(*recipe), PartsOf::UndecodedWeights);
        if (!written)
            return fail(std::move(written.error()));
        return WantedTensors{.recipe = std::move(*written),
            .unread = unreadParts(*edits.checkpoint()),
            .extras = extras,
            .undecoded = undecoded};
    };
}

RecipeMaker mergedRecipe(StagedEdits first, std::vector<OpenedCheckpointPtr> others)
{
    return [edited = editedRecipe(std::move(first)), others = std::move(others)](
               const Work& work) -> Result<WantedTensors> {
        auto wanted = edited(work);
        for (const OpenedCheckpointPtr& other : others) {
            if (!wanted)
                break;
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            std::ranges::move(unreadParts(*other->checkpoint), std::back_inserter(wanted->unread));
            const auto& quantized = other->checkpoint->quantized;
            append(wanted->recipe, quantized ? quantized->stored : other->checkpoint);
        }
        return wanted;
    };
}

RecipeMaker partOf(StagedEdits edits, NodeChoice choice)
{
    return [edits = std::move(edits), choice = std::move(choice)](const Work& work) -> Result<WantedTensors> {
        auto recipe = recipeOf(edits, work);
        if (!recipe)
            return fail(std::move(recipe.error()));
        TensorSet wanted(choice.opened->tree.tensorCount());
        for (const std::uint32_t tensor : choice.tensors(work))
            wanted.insert(tensor);
        std::erase_if(recipe->items, [&](const RecipeItem& item) { return !wanted.contains(item.tensor); });
        const NameTree& tree = choice.opened->tree;
        const bool hasGroups = std::ranges::any_of(choice.nodes, [&](auto node) { return tree.isGroup(node); });
        return WantedTensors{.recipe = std::move(*recipe),
            .unread = hasGroups ? unreadParts(*edits.checkpoint()) : std::vector<Error>(),
            .wantsAll = std::ranges::find(choice.nodes, tree.root()) != choice.nodes.end()};
    };
}

} // namespace loupe
