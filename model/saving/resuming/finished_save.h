#pragma once

#include "core/work.h"
#include "saving/writing/save.h"

namespace loupe {

/// Whether a save has ended before: each file of the target, and its index, are there and hold what the plan writes,
/// values included. Progress in bytes of tensors. Fails with Stopped.
Result<bool> isFinished(const Recipe& recipe, const Plan& plan, const SaveTarget& target, const Work& work = {});

} // namespace loupe
