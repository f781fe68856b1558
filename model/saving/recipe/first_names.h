#pragma once

#include "saving/recipe/recipe.h"

#include <functional>

namespace loupe {

/// Keeps only the first item of each name among those for which `isWritten`. Recipe::leftOut says how many were
/// dropped, and names a few.
void keepFirstOfEachName(Recipe& recipe, const std::function<bool(const RecipeItem& item)>& isWritten);

} // namespace loupe
