#pragma once

#include "core/checkpoint.h"
#include "core/result.h"

#include <vector>

namespace loupe {

/// Why tensors are missing from the checkpoint, such as shards that could not be opened; empty where all are there. An
/// answer about all tensors is none about those: it should say so.
std::vector<Error> unreadParts(const Checkpoint& checkpoint);

} // namespace loupe
