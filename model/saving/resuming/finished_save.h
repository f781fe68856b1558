#pragma once

#include "core/work.h"
#include "saving/writing/save.h"

namespace loupe {

/// True if a save was already completed: all files of the target, and the index, exist and have the planned content,
/// including tensor values. Progress is in bytes of tensors. Fails with Stopped.
Result<bool> isFinished(const Recipe& recipe, const Plan& plan, const SaveTarget& target, const Work& work = {});

} // namespace loupe
