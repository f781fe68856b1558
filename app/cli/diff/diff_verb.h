#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/session.h"
#include "core/checkpoint.h"

#include <memory>

namespace loupe {

/// Prints how two checkpoints differ and writes the files that the options ask for, as `diff` does.
ExitStatus printDifferences(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
    const DiffOptions& options, const Session& session);

} // namespace loupe
