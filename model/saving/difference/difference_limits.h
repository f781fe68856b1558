#pragma once

#include "core/dtype.h"
#include "core/work.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <string>

namespace loupe {

// Differences that their dtype cannot hold: of 64-bit integers, which no dtype holds in all cases, of F64, and where
// another dtype than differenceDType() was asked for. They are written as infinity, NaN or the nearest end of the
// dtype.

/// The finite values of a dtype; exact in 64 bits of precision.
struct DTypeLimits {
    long double least = 0;
    long double greatest = 0;
};

/// Precondition: hasReadableValues(dtype), and it is not complex.
DTypeLimits limitsOf(DType dtype);

/// Whether an item that is a difference may have ones that its dtype cannot hold, from what is known without its
/// values.
bool mayExceed(const RecipeItem& item);

/// How many elements, finite on both sides, have a difference beyond the finite values of the item's dtype. Looks at
/// every element, on several threads. Progress in bytes of both sides. Fails as Elements do, or with Stopped.
Result<std::uint64_t> countExceeding(const RecipeItem& item, const Work& work = {});

/// The progress total of exceedingText().
std::uint64_t bytesToCountExceeding(const Recipe& recipe);

/// A text about all items that mayExceed(): which ones have such elements, how many, and what they become; empty
/// where there are none. Fails as countExceeding() does.
Result<std::string> exceedingText(const Recipe& recipe, const Work& work = {});

} // namespace loupe
