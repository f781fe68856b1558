#pragma once

#include "saving/recipe/recipe.h"

#include <cstdint>

namespace loupe {

/// Tells apart items of one name, in their order: the first keeps it, the others get "-2", "-3" and so on, or the next
/// number that makes a name of no other item. Gives how many got another name.
std::uint64_t numberRepeatedNames(Recipe& recipe);

} // namespace loupe
