#pragma once

#include "app/cli/progress_bar.h"
#include "app/cli/session.h"
#include "saving/casting/cast_overflow.h"

#include <cstdint>
#include <span>

namespace loupe {

/// What overflows when `items` are written, known before they are: a remark says so; fails with Overflow where it is
/// too much, unless `force`. Reads the values of casts that may overflow as a step of `bar`, which then expects
/// `writing` more bytes.
Result<OverflowReport> checkOverflow(
    std::span<const RecipeItem> items, bool force, std::uint64_t writing, ProgressBar& bar, const Session& session);

/// Says on standard error that tensors got a number behind their name, where there are any.
void remarkOnNumbered(std::uint64_t tensors, const Session& session);

} // namespace loupe
