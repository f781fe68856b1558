#pragma once

#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace loupe {

enum class SearchDirection : std::uint8_t { Forward, Backward };

/// Returns the first match among elements [begin, end) of one chunk, in the direction of the search, or nothing.
/// `worker` is as for a Piece.
using ChunkSearch =
    std::function<Result<std::optional<std::uint64_t>>(std::uint64_t begin, std::uint64_t end, std::size_t worker)>;

/// Finds the nearest of `count` elements that `search` matches. Starts after `from`, wraps around at the end, or goes
/// the other way, and checks `from` itself last. Searches several chunks of `chunk` elements at once. Nothing if there
/// is no match. Precondition: `from` is below `count`.
Result<std::optional<std::uint64_t>> findNearest(std::uint64_t count, std::uint64_t chunk, std::uint64_t from,
    SearchDirection direction, const Work& work, const ChunkSearch& search);

} // namespace loupe
