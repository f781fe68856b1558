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

/// A unit of work whose result does not depend on others: a tensor, a pair or a file.
struct WorkUnit {
    std::string name;
    std::uint64_t bytes = 0; ///< bytes read for it
    std::uint64_t spans = 1; ///< number of Spans that it can be cut into
};

/// A unit of work, or a range of its spans.
struct WorkPiece {
    std::size_t unit = 0;
    std::optional<SpanRange> range = {}; ///< empty: the whole unit
    std::uint32_t part = 0; ///< the part that processes it, from 0

    bool operator==(const WorkPiece&) const = default;
};

/// Divides all units, in order, into `parts` parts of neighboring pieces with about equally many bytes. A unit is in
/// one part, or is cut at the end of a part. The result depends only on the arguments, so every machine divides alike.
/// Precondition: parts > 0.
std::vector<WorkPiece> divided(std::span<const WorkUnit> units, std::uint32_t parts);

/// The bytes read for a piece of the unit.
std::uint64_t pieceBytes(const WorkUnit& unit, const WorkPiece& piece);

/// A digest of the names, bytes and spans of all units, in order. If it is equal, so is the division.
std::string planDigest(std::span<const WorkUnit> units);

} // namespace loupe
