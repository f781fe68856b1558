#pragma once

#include "analysis/statistics/nearest_search.h"
#include "core/elements.h"

namespace loupe {

/// The element nearest to where the search begins whose values differ between two tensors, as findNearest() goes; what
/// differs is what Delta counts as differing. Nothing if there is none. Stretches of the same bytes are passed at
/// the speed of memory. Progress in bytes of both sides.
/// Precondition: `from` is below Elements::count(). Fails with InvalidArgument if one has more elements, with
/// Unsupported where the values of one cannot be read, with Stopped and as Elements::visit() does.
Result<std::optional<std::uint64_t>> findDifference(
    const Elements& a, const Elements& b, std::uint64_t from, SearchDirection direction, const Work& work = {});

} // namespace loupe
