#pragma once

#include "analysis/comparison.h"

#include <string>
#include <string_view>

namespace loupe {

/// What a status is called of several pairs: "changed", "of another shape".
std::string_view pairStatusWords(PairStatus status);

/// Above a list of such pairs: "Changed tensors".
std::string_view pairStatusHeading(PairStatus status);

/// What people want to know of a pair beside its figures: how it was paired, NaN and infinities on one side only, why
/// there are no figures. `errorText` stands for an error, where there is one. Plain text; empty where there is nothing.
std::string pairRemarks(const TensorPair& pair, const PairOutcome& outcome, std::string_view errorText);

} // namespace loupe
