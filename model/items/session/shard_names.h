#pragma once

#include "core/checkpoint.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// For each file, the words of its name that differ from those of the others: "00002" of
/// "model-00002-of-00030.safetensors". Nothing of a single file.
std::vector<std::string> shardNames(std::span<const CheckpointFile> files);

} // namespace loupe
