#pragma once

#include <filesystem>
#include <optional>

namespace loupe {

/// What Megatron-LM's latest_checkpointed_iteration.txt in a folder of checkpoints names: the folder of one of them,
/// which need not be there. Nothing where the file is not there or names none.
std::optional<std::filesystem::path> latestIteration(const std::filesystem::path& folder);

} // namespace loupe
