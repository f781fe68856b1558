#pragma once

#include "saving/recipe/recipe.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// An item whose source's bytes are another item's, too: written twice.
struct SharedItem {
    std::uint32_t item = 0; ///< of the recipe
    std::uint32_t with = 0; ///< the item that has them all, or the one before it
    bool isContained = false; ///< all of its bytes are those of `with`, and both are written as one dtype
};

/// In the order of the items; goes by sharedTensors() among those that are written. May throw std::bad_alloc.
std::vector<SharedItem> sharedItems(const Recipe& recipe);

/// "2 tensors share storage with others, which takes 1.5 MiB more: lm_head.weight (shared with wte.weight), …".
std::string sharedItemsText(const Recipe& recipe, const std::vector<SharedItem>& shared);

/// Drops the items that are contained in others. As save_model() of safetensors.torch does, metadata say under the name
/// of each which tensor has its values, unless that key is there already; Recipe::leftOut says how many and names a
/// few.
void dropShared(Recipe& recipe);

} // namespace loupe
