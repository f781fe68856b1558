#pragma once

#include "saving/recipe/recipe.h"

#include <cstdint>

namespace loupe {

/// Makes repeated names unique, in item order: the first item keeps its name; the others get "-2", "-3" and so on,
/// skipping numbers that would match another item's name. Returns how many items were renamed.
std::uint64_t numberRepeatedNames(Recipe& recipe);

} // namespace loupe
