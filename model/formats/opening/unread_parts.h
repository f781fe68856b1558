#pragma once

#include "core/checkpoint.h"
#include "core/result.h"

#include <vector>

namespace loupe {

/// Why tensors are missing from the checkpoint, or may be: shards that could not be opened, headers that could not be
/// read to their end, tensors that are not listed; empty where all are there. An answer about all tensors is none about
/// those: it should say so. Linear in tensors and findings.
std::vector<Error> unreadParts(const Checkpoint& checkpoint);

} // namespace loupe
