#pragma once

#include "analysis/comparison/comparison.h"

#include <string>
#include <string_view>

namespace loupe {

/// What a status is called, of one pair or of several: "changed", "other shape". Ends with a zero.
std::string_view pairStatusWords(PairStatus status);
/// Words for one pair: identical ones of two dtypes have the "same values".
std::string_view pairStatusWords(const TensorPair& pair, PairStatus status);

/// Above a list of such pairs: "Changed tensors".
std::string_view pairStatusHeading(PairStatus status);

/// As many significant digits of a cosine, at least `least`, as tell it apart from 1 and -1: most are close to one of
/// them.
int cosineDigits(double cosine, int least);

/// What people want to know of a pair in addition to its figures: how it was paired, NaN and infinities on one side
/// only, why there are no figures. `errorText` stands for an error, where there is one. Plain text; empty if there is
/// nothing. "NaN or Inf only in A"; empty if none differs.
std::string_view nonfiniteWords(NonfiniteChange change);
std::string pairRemarks(const TensorPair& pair, const PairOutcome& outcome, std::string_view errorText);

} // namespace loupe
