#pragma once

#include "formats/pickle/pickle_meaning.h"
#include "formats/pickle/pickle_reader.h"

#include <string_view>

namespace loupe::torch {

/// torch.load's trust in a name, but Understood for the classes that make up a ShardedTensor, which torch_sharded.h
/// reads. Call distrustShardedMisuse() first.
pickle::PickleTrust shardedTrust(std::string_view module, std::string_view name);

/// Marks imports that are misused: shardedTrust() understands them only if they are used as in a ShardedTensor.
void distrustShardedMisuse(pickle::PickleReading& reading);

} // namespace loupe::torch
