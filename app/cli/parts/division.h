#pragma once

#include "analysis/digests/fingerprint.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One thing of a run whose result depends on no other one: a tensor, a pair, a file.
struct WorkUnit {
    std::string name;
    std::uint64_t bytes = 0; ///< that are read for it
};

/// For each unit, which of `parts` parts looks at it, from 0: runs of neighbors of about as many bytes. Depends on
/// nothing else, so that every machine divides alike. Precondition: parts > 0.
std::vector<std::uint32_t> divided(std::span<const WorkUnit> units, std::uint32_t parts);

/// A digest of names and bytes of all units, in their order: where it is the same, so is the division.
std::string planDigest(std::span<const WorkUnit> units);

} // namespace loupe
