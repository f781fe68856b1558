#pragma once

#include "formats/pickle/pickle_meaning.h"
#include "formats/pickle/pickle_reader.h"

#include <string_view>

namespace loupe::torch {

/// torch.load's trust in a name, and Understood for the classes that a ShardedTensor consists of, which torch_sharded.h
/// reads. Call distrustShardedMisuse() before.
pickle::PickleTrust shardedTrust(std::string_view module, std::string_view name);

/// Marks the imports that shardedTrust() understands only where they are used as in a ShardedTensor, and are not.
void distrustShardedMisuse(pickle::PickleReading& reading);

} // namespace loupe::torch
