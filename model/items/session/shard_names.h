#pragma once

#include "core/checkpoint.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Of each file what tells its name from those of the others, whole words of it: "00002" of
/// "model-00002-of-00030.safetensors". Nothing of a single file.
std::vector<std::string> shardNames(std::span<const CheckpointFile> files);

} // namespace loupe
