#pragma once

#include "analysis/comparison/comparison.h"

#include <string>

namespace loupe {

/// A comparison as CSV, one line per pair. Numbers have all digits: they read back as the same values.

/// The header line, including the line feed.
std::string comparisonCsvHeader();
std::string comparisonCsvRow(
    const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const PairOutcome& outcome);

} // namespace loupe
