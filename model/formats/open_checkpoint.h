#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <filesystem>
#include <memory>

namespace loupe {

/// Opens a file, a folder that holds the shards of one model, or a "*.index.json". Only headers are read. Broken
/// content gives a checkpoint with findings; a failure means that nothing could be shown. Progress counts header bytes.
Result<std::shared_ptr<const Checkpoint>> openCheckpoint(
    const std::filesystem::path& path, const Work& work = {}, Source::Access access = Source::Access::Automatic);

} // namespace loupe
