#pragma once

#include "analysis/comparison/comparison.h"

#include <string>
#include <string_view>

namespace loupe {

/// The name of a status, for one pair or several: "changed", "other shape". Null-terminated.
std::string_view pairStatusWords(PairStatus status);
/// For a single pair: identical ones with different dtypes have the "same values".
std::string_view pairStatusWords(const TensorPair& pair, PairStatus status);

/// The heading of a list of such pairs: "Changed tensors".
std::string_view pairStatusHeading(PairStatus status);

/// How many significant digits, at least `least`, distinguish a cosine from 1 and -1. Most are close to one of them.
int cosineDigits(double cosine, int least);

/// "NaN or Inf only in A"; empty if none differs.
std::string_view nonfiniteWords(NonfiniteChange change);
/// Notes about a pair in addition to its figures: how it was paired, NaN and infinities on one side only, why there are
/// no figures. `errorText` is used in place of an error, if there is one. Plain text; empty if there are no notes.
std::string pairRemarks(const TensorPair& pair, const PairOutcome& outcome, std::string_view errorText);

} // namespace loupe
