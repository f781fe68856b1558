#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace loupe {

class Secret;

/// Called with the path of each file before it is opened. Returns a finding about that file, or nothing.
using BeforeOpening = std::function<std::optional<Finding>(const std::filesystem::path&)>;

/// Opens a local or remote file, a folder that holds the shards of one model, or a "*.index.json". For TensorFlow's
/// checkpoints, also accepts their data files and the files that name them. Reads only headers. Broken content gives a
/// checkpoint with findings; a failure means that nothing can be shown. Progress counts header bytes.
///
/// Encrypted values need a secret. Without one, or with a wrong one, CheckpointFile::encryption says so, and reading a
/// value gives an error. To unlock a checkpoint, open it again with a secret.
Result<std::shared_ptr<const Checkpoint>> openCheckpoint(const std::filesystem::path& path, const Work& work = {},
    Source::Access access = Source::Access::Automatic, const BeforeOpening& before = {},
    const Secret* secret = nullptr);

} // namespace loupe
