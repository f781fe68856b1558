#pragma once

#include "analysis/statistics/nearest_search.h"
#include "core/elements.h"

namespace loupe {

/// True of dtypes that have a pattern for NaN or an infinity.
bool canBeNonfinite(DType dtype);

/// The NaN or infinite element nearest to where the search begins, as findNearest() goes. For complex elements either
/// part counts. Nothing if there is none. Progress in bytes.
/// Precondition: `from` is below Elements::count(). Fails with Stopped and as Elements::visit() does.
Result<std::optional<std::uint64_t>> findNonfinite(
    const Elements& elements, std::uint64_t from, SearchDirection direction, const Work& work = {});

} // namespace loupe
