#pragma once

#include "analysis/filter/filter.h"

#include <span>
#include <string>

namespace loupe {

/// Why a filter keeps none of the tensors, for people, without a period at the end: the words that match no tensor, and
/// what would match in place of the first; or that each matches some, but none matches all. Empty where that is not
/// known: words about values are not looked at. Reads names, dtypes and shapes, a million in some tenths of a second.
std::string whyNoMatch(const Filter& filter, std::span<const Checkpoint* const> checkpoints);

} // namespace loupe
