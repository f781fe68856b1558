#pragma once

#include "core/checkpoint.h"
#include "core/result.h"

#include <vector>

namespace loupe {

/// The reasons why tensors are or may be missing from the checkpoint: shards that could not be opened, headers that
/// could not be read to their end, tensors that are not listed. Empty if all tensors are listed. An answer about all
/// tensors should mention these errors, since it does not cover the missing ones. Linear in tensors and findings.
std::vector<Error> unreadParts(const Checkpoint& checkpoint);

} // namespace loupe
