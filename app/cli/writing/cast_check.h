#pragma once

#include "app/cli/progress_bar.h"
#include "app/cli/session.h"
#include "saving/casting/cast_overflow.h"

#include <cstdint>
#include <span>

namespace loupe {

/// Checks for overflow before `items` are written. Prints a remark about overflow; fails with Overflow if it is too
/// much, unless `force`. Reads the values of casts that may overflow as a step of `bar`, whose total then includes
/// `writing` more bytes.
Result<OverflowReport> checkOverflow(
    std::span<const RecipeItem> items, bool force, std::uint64_t writing, ProgressBar& bar, const Session& session);

/// Prints a remark if any tensors got a number appended to their name.
void remarkOnNumbered(std::uint64_t tensors, const Session& session);

} // namespace loupe
