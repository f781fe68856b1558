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
    std::uint64_t changed = 0; ///< elements whose value changes; NaN that stays NaN does not count
    std::uint64_t overflowed = 0; ///< elements beyond the range of the dtype: they become infinite, NaN, or its nearest
                                  ///< limit
    std::uint64_t becameZero = 0; ///< nonzero elements that become 0
    std::uint64_t lostNan = 0; ///< NaN elements that become a number because the dtype has no NaN
    /// The largest errors, over the elements that are finite before and after the cast.
    double maxAbsolute = 0;
    double maxRelative = 0; ///< the error divided by the absolute value, for values other than 0

    void merge(const CastCost& other);
};

/// The cost of casting an item for which isCast(). Reads all values, on several threads. Progress is in bytes of the
/// source. Fails with Unsupported if the cast is not possible, with Stopped, or as Elements does.
Result<CastCost> castCost(const RecipeItem& item, const Work& work = {});

/// The cost of each item for which isCast(); nullopt for the others. Progress and errors are those of castCost().
Result<std::vector<std::optional<CastCost>>> castCosts(std::span<const RecipeItem> items, const Work& work = {});

} // namespace loupe
