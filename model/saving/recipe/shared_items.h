#pragma once

#include "saving/recipe/recipe.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// An item whose source bytes also belong to another item, so they are written twice.
struct SharedItem {
    std::uint32_t item = 0; ///< index into the recipe's items
    std::uint32_t with = 0; ///< the item that contains all of the bytes, or else the previous one that shares some
    bool isContained = false; ///< all its bytes belong to `with`, and both are written in the same dtype
};

/// In item order. Considers only the tensors that are written, and compares them with sharedTensors(). May throw
/// std::bad_alloc.
std::vector<SharedItem> sharedItems(const Recipe& recipe);

/// "2 tensors share storage with others, which takes 1.5 MiB more: lm_head.weight (shared with wte.weight), …".
std::string sharedItemsText(const Recipe& recipe, const std::vector<SharedItem>& shared);

/// Drops the items that are contained in others. Like save_model() of safetensors.torch, adds a metadata entry that
/// maps the name of each dropped tensor to the tensor with its values, unless the key exists already. Recipe::leftOut
/// says how many were dropped and names a few.
void dropShared(Recipe& recipe);

} // namespace loupe
