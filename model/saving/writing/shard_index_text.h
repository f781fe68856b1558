#pragma once

#include "saving/recipe/plan.h"

#include <span>
#include <string>

namespace loupe {

/// A *.index.json as written by model hubs: "metadata" with "total_size", the bytes of all tensors, and "weight_map",
/// which maps tensor names to shards, sorted by name. Indented by two spaces. `names`: the file names of the shards.
std::string shardIndexText(const Recipe& recipe, const Plan& plan, std::span<const std::string> names);

} // namespace loupe
