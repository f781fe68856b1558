#pragma once

#include "saving/casting/cast_cost.h"

#include <QString>

namespace loupe {

/// True if a cast loses more than precision: values that overflow, become zero, or change from NaN to a number.
bool losesValues(const CastCost& cost);

/// On one line: "keeps every value", or what is lost, the largest errors, and how many values change.
QString castCostText(const CastCost& cost);

} // namespace loupe
