#pragma once

#include "saving/recipe/recipe.h"

#include <functional>

namespace loupe {

/// Of the items for which `isWritten`, keeps only the first of each name. Recipe::leftOut says how many were dropped
/// and names a few.
void keepFirstOfEachName(Recipe& recipe, const std::function<bool(const RecipeItem& item)>& isWritten);

} // namespace loupe
