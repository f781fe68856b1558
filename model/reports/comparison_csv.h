#pragma once

#include "analysis/comparison/comparison.h"

#include <string>

namespace loupe {

/// A comparison as CSV, a line for each pair. Numbers are whole: they read back as the same ones.

/// The titles of the columns, with a line feed.
std::string comparisonCsvHeader();
std::string comparisonCsvRow(
    const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const PairOutcome& outcome);

} // namespace loupe
