#pragma once

#include "saving/recipe/recipe.h"

#include <functional>

namespace loupe {

/// Drops the items that `isWritten` and whose name an earlier such item has; Recipe::leftOut says how many and names a
/// few.
void keepFirstOfEachName(Recipe& recipe, const std::function<bool(const RecipeItem& item)>& isWritten);

} // namespace loupe
