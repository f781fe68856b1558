#pragma once

#include "core/dtype.h"
#include "core/work.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <string>

namespace loupe {

// Differences that do not fit their dtype. This happens with 64-bit integers, whose differences fit no dtype in all
// cases, with F64, and if another dtype than differenceDType() was requested. They are written as infinity, NaN or the
// nearest limit of the dtype.

/// The range of the finite values of a dtype. Exact if long double has 64 bits of precision.
struct DTypeLimits {
    long double least = 0;
    long double greatest = 0;
};

/// Precondition: hasReadableValues(dtype), and it is not complex.
DTypeLimits limitsOf(DType dtype);

/// True if a difference item may have elements that do not fit its dtype, judged without reading any values.
bool mayExceed(const RecipeItem& item);

/// Counts the elements that are finite on both sides but whose difference is outside the finite range of the item's
/// dtype. Reads every element, on several threads. Progress is in bytes of both sides. Fails as Elements does, or with
/// Stopped.
Result<std::uint64_t> countExceeding(const RecipeItem& item, const Work& work = {});

/// The progress total of exceedingText().
std::uint64_t bytesToCountExceeding(const Recipe& recipe);

/// A text about all items for which mayExceed(): which of them have such elements, how many, and what those become.
/// Empty if there are none. Fails as countExceeding() does.
Result<std::string> exceedingText(const Recipe& recipe, const Work& work = {});

} // namespace loupe
