#pragma once

#include "analysis/digests/fingerprint.h"
#include "analysis/parallel/spans.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One thing of a run whose result depends on no other one: a tensor, a pair, a file.
struct WorkUnit {
    std::string name;
    std::uint64_t bytes = 0; ///< that are read for it
    std::uint64_t spans = 1; ///< Spans between which it may be cut
};

/// A unit, or a range of its spans.
struct WorkPiece {
    std::size_t unit = 0;
    std::optional<SpanRange> range = {}; ///< nothing: all of it
    std::uint32_t part = 0; ///< that looks at it, from 0

    bool operator==(const WorkPiece&) const = default;
};

/// All units in their order, as pieces of `parts` parts: runs of neighbors of about as many bytes. Each unit is in one
/// part, or cut where a part ends. Depends on nothing else, so that every machine divides alike. Precondition:
/// parts > 0.
std::vector<WorkPiece> divided(std::span<const WorkUnit> units, std::uint32_t parts);

/// Bytes that are read for a piece of the unit.
std::uint64_t pieceBytes(const WorkUnit& unit, const WorkPiece& piece);

/// A digest of names, bytes and spans of all units, in their order: where it is the same, so is the division.
std::string planDigest(std::span<const WorkUnit> units);

} // namespace loupe
