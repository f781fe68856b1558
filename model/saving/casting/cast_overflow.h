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

/// A tensor of which a larger share than this would overflow in a cast is written only where that is asked for.
inline constexpr double mostOverflow = 0.001;

/// Whether the item is cast to a dtype that is too small for some value of its own.
bool mayOverflow(const RecipeItem& item);

/// How many bytes of values overflowCosts() reads.
std::uint64_t overflowWork(std::span<const RecipeItem> items);

/// castCosts() of the items that mayOverflow(); nothing of the others, which are not read.
Result<std::vector<std::optional<CastCost>>> overflowCosts(std::span<const RecipeItem> items, const Work& work = {});

/// What overflows in the casts of a recipe.
struct OverflowReport {
    std::uint64_t values = 0;
    std::uint64_t tensors = 0;
    double largestShare = 0; ///< of the values of one tensor
    std::string text; ///< for people: a sentence without a full stop; empty if nothing overflows

    bool isTooMuch() const { return largestShare > mostOverflow; }
};

/// `costs` as overflowCosts() or castCosts() give them of `items`; none of them: an empty report.
OverflowReport overflowReport(std::span<const RecipeItem> items, std::span<const std::optional<CastCost>> costs);

/// Fails with Overflow if the report isTooMuch().
Result<> checkOverflow(const OverflowReport& report);

} // namespace loupe
