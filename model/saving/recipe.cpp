#include "saving/recipe.h"

namespace loupe {

Recipe copyOf(const std::shared_ptr<const Checkpoint>& checkpoint, const Format& format)
{
    Recipe recipe;
    recipe.format = &format;
    recipe.metadata = checkpoint->metadata;
    recipe.items.reserve(checkpoint->tensors.size());
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const Tensor& tensor = checkpoint->tensors[i];
        recipe.items.push_back({checkpoint, i, std::string(tensor.name), tensor.dtype});
    }
    return recipe;
}

} // namespace loupe
