#pragma once

#include "analysis/statistics/nearest_search.h"
#include "core/elements.h"

namespace loupe {

/// The nearest element from `from` on, in the order of findNearest(), whose values differ between two tensors in the
/// sense of Delta. Nothing if there is none. Skips identical runs of bytes at memory speed. Progress is in bytes of
/// both sides. Precondition: `from` is below Elements::count(). Fails with InvalidArgument if element counts differ,
/// with Unsupported if the values of either tensor cannot be read, with Stopped, and as Elements::visit() does.
Result<std::optional<std::uint64_t>> findDifference(
    const Elements& a, const Elements& b, std::uint64_t from, SearchDirection direction, const Work& work = {});

} // namespace loupe
