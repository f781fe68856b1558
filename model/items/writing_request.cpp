#include "items/writing_request.h"

#include "analysis/tensor_set.h"
#include "core/unread_parts.h"
#include "formats/registry.h"

namespace loupe {

namespace {

Result<> checkWhole(const Checkpoint& checkpoint)
{
    const auto unread = unreadParts(checkpoint);
    return unread.empty() ? Result<>() : fail(unread.front());
}

/// With any format: planning sets the one that is asked for.
Result<Recipe> recipeOf(const StagedEdits& edits, const Work& work)
{
    Recipe recipe = edits.recipe(*allFormats().front(), work);
    return work.stopped() ? Result<Recipe>(fail(ErrorCode::Stopped, "stopped")) : std::move(recipe);
}

} // namespace

RecipeMaker wholeRecipe(OpenedCheckpointPtr opened)
{
    return mergedRecipe({std::move(opened)});
}

RecipeMaker editedRecipe(StagedEdits edits)
{
    return [edits = std::move(edits)](const Work& work) -> Result<Recipe> {
        if (auto whole = checkWhole(*edits.checkpoint()); !whole)
            return fail(std::move(whole.error()));
        return recipeOf(edits, work);
    };
}

RecipeMaker mergedRecipe(std::vector<OpenedCheckpointPtr> sources)
{
    return [sources = std::move(sources)](const Work& work) -> Result<Recipe> {
        Recipe recipe;
        for (const OpenedCheckpointPtr& source : sources) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            if (auto whole = checkWhole(*source->checkpoint); !whole)
                return fail(std::move(whole.error()));
            append(recipe, source->checkpoint);
        }
        return recipe;
    };
}

RecipeMaker partOf(StagedEdits edits, NodeChoice choice)
{
    return [edits = std::move(edits), choice = std::move(choice)](const Work& work) -> Result<Recipe> {
        auto recipe = recipeOf(edits, work);
        if (!recipe)
            return recipe;
        TensorSet wanted(choice.opened->tree.tensorCount());
        for (const std::uint32_t tensor : choice.tensors(work))
            wanted.insert(tensor);
        std::erase_if(recipe->items, [&](const RecipeItem& item) { return !wanted.contains(item.tensor); });
        return recipe;
    };
}

} // namespace loupe
