#pragma once

#include "saving/casting/cast_cost.h"

#include <QString>

namespace loupe {

/// Whether a cast loses more than the last digits: values that overflow, become zero, or are no longer NaN.
bool losesValues(const CastCost& cost);

/// One line: "keeps every value", or what is lost, the largest errors, and how many change.
QString castCostText(const CastCost& cost);

} // namespace loupe
