#pragma once

#include "analysis/rearrangement/rearrangement.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

/// How many names a recipe matches, among those that only one checkpoint has, or that have another shape in the other
/// one. Names that differ only in numbers count once.
struct RecipeFit {
    std::size_t matched = 0;
    std::size_t names = 0;
    std::size_t idleRules = 0; ///< rules that match nothing

    /// True if this recipe should be listed before the other one.
    bool isBetterThan(const RecipeFit& other) const
    {
        return matched != other.matched ? matched > other.matched : idleRules < other.idleRules;
    }
};

/// The fit of each recipe, in the direction that matches more names. Reads no values. Fails with Stopped.
Result<std::vector<RecipeFit>> recipeFits(
    const Checkpoint& a, const Checkpoint& b, std::span<const Rearrangement> recipes, const Work& work = {});

} // namespace loupe
