#pragma once

#include "core/result.h"
#include "saving/recipe/recipe.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// True if elements of the item may be null. A difference may have nulls from either side.
bool mayHaveNulls(const RecipeItem& item);

/// Elements::readPresent(), for an item for which mayHaveNulls().
Result<> readPresent(const RecipeItem& item, std::uint64_t first, std::span<std::byte> present);

/// Fails with Unsupported if nulls would be written in a dtype that has no NaN. The message names the tensor and
/// suggests what to do.
Result<> checkNulls(const RecipeItem& item);

} // namespace loupe
