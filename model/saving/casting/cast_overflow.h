#pragma once

#include "core/result.h"
#include "core/work.h"
#include "saving/casting/cast_cost.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// If a larger share of a tensor than this would overflow in a cast, it is written only on explicit request.
inline constexpr double mostOverflow = 0.001;

/// True if the item is cast to a dtype with a smaller range than its own.
bool mayOverflow(const RecipeItem& item);

/// The number of bytes of values that overflowCosts() reads.
std::uint64_t overflowWork(std::span<const RecipeItem> items);

/// castCosts() of the items for which mayOverflow(). The others are not read and get nullopt.
Result<std::vector<std::optional<CastCost>>> overflowCosts(std::span<const RecipeItem> items, const Work& work = {});

/// Overflows in the casts of a recipe.
struct OverflowReport {
    std::uint64_t values = 0;
    std::uint64_t tensors = 0;
    double largestShare = 0; ///< the largest share of overflowing values in a single tensor
    std::string text; ///< for display: a sentence without a full stop; empty if nothing overflows

    bool isTooMuch() const { return largestShare > mostOverflow; }
};

/// `costs`: from overflowCosts() or castCosts() of `items`. If it is empty, so is the report.
OverflowReport overflowReport(std::span<const RecipeItem> items, std::span<const std::optional<CastCost>> costs);

/// Fails with Overflow if the report isTooMuch().
Result<> checkOverflow(const OverflowReport& report);

} // namespace loupe
