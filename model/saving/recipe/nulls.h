#pragma once

#include "core/result.h"
#include "saving/recipe/recipe.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// Whether elements of the item may be null: for a difference, on either side.
bool mayHaveNulls(const RecipeItem& item);

/// As Elements::readPresent(), of an item that mayHaveNulls().
Result<> readPresent(const RecipeItem& item, std::uint64_t first, std::span<std::byte> present);

/// Fails with Unsupported if nulls would be written in a dtype that has no NaN: the message names the tensor and
/// says what to do.
Result<> checkNulls(const RecipeItem& item);

} // namespace loupe
