#pragma once

#include "saving/recipe/plan.h"

#include <span>
#include <string>

namespace loupe {

/// A *.index.json as model hubs write it: "metadata" with "total_size", the bytes of all tensors, and "weight_map",
/// tensor name to shard, sorted by name; indented by two spaces. `names` are the shards' file names.
std::string shardIndexText(const Recipe& recipe, const Plan& plan, std::span<const std::string> names);

} // namespace loupe
