#pragma once

#include <filesystem>
#include <optional>

namespace loupe {

/// The folder of the checkpoint that Megatron-LM's latest_checkpointed_iteration.txt names in a folder of checkpoints.
/// It may not exist. Nothing if there is no such file, or if it names none.
std::optional<std::filesystem::path> latestIteration(const std::filesystem::path& folder);

} // namespace loupe
