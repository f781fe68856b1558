#pragma once

#include "core/checkpoint.h"

#include <cstdint>

namespace loupe {

/// The most bytes that a shard of the checkpoint has for tensors: a recipe with that size keeps its shards about as
/// they are. 0 where it has none.
std::uint64_t largestShard(const Checkpoint& checkpoint);

} // namespace loupe
