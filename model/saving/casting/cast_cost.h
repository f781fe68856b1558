#pragma once

#include "core/work.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// The effect of a cast on the values of a tensor.
struct CastCost {
    std::uint64_t elements = 0;
    std::uint64_t changed = 0; ///< that have another value afterwards; NaN that stays NaN is the same
    std::uint64_t overflowed = 0; ///< that the dtype is too small for: become infinite, NaN, or its nearest end
    std::uint64_t becameZero = 0; ///< and were not
    std::uint64_t lostNan = 0; ///< NaN that become a number, as the dtype has no NaN
    /// Over the elements that are finite before and after.
    double maxAbsolute = 0;
    double maxRelative = 0; ///< error divided by the value's magnitude, where that is not 0

    void merge(const CastCost& other);
};

/// For an item that isCast(). Looks at all its values on several threads. Progress in bytes of the source. Fails with
/// Unsupported where the cast is not possible, with Stopped, or as Elements do.
Result<CastCost> castCost(const RecipeItem& item, const Work& work = {});

/// For each item that isCast(); nothing for the others. Progress and failures as those of castCost().
Result<std::vector<std::optional<CastCost>>> castCosts(std::span<const RecipeItem> items, const Work& work = {});

} // namespace loupe
