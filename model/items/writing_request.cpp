#include "items/writing_request.h"

#include "analysis/tensor_set.h"
#include "core/unread_parts.h"

namespace loupe {

namespace {

Result<> checkWhole(const Checkpoint& checkpoint)
{
    const auto unread = unreadParts(checkpoint);
    return unread.empty() ? Result<>() : fail(unread.front());
}

/// The tensors at or below `nodes`.
TensorSet tensorsOf(const NameTree& tree, const TreeOrder& shown, std::vector<NameTree::NodeId> nodes)
{
    TensorSet tensors(tree.tensorCount());
    while (!nodes.empty()) {
        const NameTree::NodeId node = nodes.back();
        nodes.pop_back();
        if (!tree.isGroup(node)) {
            tensors.insert(node);
            continue;
        }
        const auto children = shown.children(node);
        nodes.insert(nodes.end(), children.begin(), children.end());
    }
    return tensors;
}

} // namespace

RecipeMaker wholeRecipe(OpenedCheckpointPtr opened)
{
    return mergedRecipe({std::move(opened)});
}

RecipeMaker readableRecipe(OpenedCheckpointPtr opened)
{
    return [opened = std::move(opened)](const Work&) -> Result<Recipe> {
        Recipe recipe;
        append(recipe, opened->checkpoint);
        return recipe;
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

RecipeMaker partOf(RecipeMaker whole, OpenedCheckpointPtr opened, std::shared_ptr<const TreeOrder> shown,
    std::vector<NameTree::NodeId> nodes)
{
    return [whole = std::move(whole), opened = std::move(opened), shown = std::move(shown), nodes = std::move(nodes)](
               const Work& work) -> Result<Recipe> {
        auto recipe = whole(work);
        if (!recipe)
            return recipe;
        const TensorSet wanted = tensorsOf(opened->tree, *shown, nodes);
        std::erase_if(recipe->items,
            [&](const RecipeItem& item) { return item.source != opened->checkpoint || !wanted.contains(item.tensor); });
        return recipe;
    };
}

} // namespace loupe
