#pragma once

#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace loupe {

enum class SearchDirection : std::uint8_t { Forward, Backward };

/// Finds, among elements [begin, end) of one chunk, the first one in the direction of the search, or
/// nothing. `worker` as of a Piece.
using ChunkSearch =
    std::function<Result<std::optional<std::uint64_t>>(std::uint64_t begin, std::uint64_t end, std::size_t worker)>;

/// The element that `search` finds nearest to where the search begins, of all `count` elements but that one: from
/// `from` to the end and on from the beginning, or the other way; `from` itself comes last. Looks at chunks of `chunk`
/// elements, several at once. Nothing if there is none. Precondition: `from` is below `count`.
Result<std::optional<std::uint64_t>> findNearest(std::uint64_t count, std::uint64_t chunk, std::uint64_t from,
    SearchDirection direction, const Work& work, const ChunkSearch& search);

} // namespace loupe
