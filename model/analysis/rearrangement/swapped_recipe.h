#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// A recipe (Rearrangement) for the same checkpoints with A and B exchanged. Only the keys "a", "b", "ignore_a" and
/// "ignore_b" change. Returns text that is not a recipe as it is.
std::string swappedRecipe(std::string_view json);

} // namespace loupe
