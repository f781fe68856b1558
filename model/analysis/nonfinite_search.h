#pragma once

#include "core/elements.h"
#include "core/work.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// True of dtypes that have a pattern for NaN or an infinity.
bool canBeNonfinite(DType dtype);

enum class SearchDirection : std::uint8_t { Forward, Backward };

/// The NaN or infinite element nearest to where the search begins, of all elements but that one: from `from` to the end
/// and on from the beginning, or the other way; `from` itself comes last. Of complex elements either part counts.
/// Nothing where there is none. Progress in bytes.
/// Precondition: `from` is below Elements::count(). Fails with Stopped and as Elements::visit() does.
Result<std::optional<std::uint64_t>> findNonfinite(
    const Elements& elements, std::uint64_t from, SearchDirection direction, const Work& work = {});

} // namespace loupe
