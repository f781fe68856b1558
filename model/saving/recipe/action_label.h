#pragma once

#include "saving/recipe/staged_action.h"

namespace loupe {

/// Goes through all changes, and all tensors where these are several: for a job where there are many.
ActionLabel labelOf(const StagedAction& action);

} // namespace loupe
