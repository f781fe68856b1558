#pragma once

#include "analysis/statistics/nearest_search.h"
#include "core/elements.h"

namespace loupe {

/// True if the dtype has a pattern for NaN or infinity.
bool canBeNonfinite(DType dtype);

/// The nearest NaN or infinite element from `from` on, in the order of findNearest(). For complex elements, either part
/// counts. Nothing if there is none. Progress is in bytes. Precondition: `from` is below Elements::count(). Fails with
/// Stopped and as Elements::visit() does.
Result<std::optional<std::uint64_t>> findNonfinite(
    const Elements& elements, std::uint64_t from, SearchDirection direction, const Work& work = {});

} // namespace loupe
