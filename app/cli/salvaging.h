#pragma once

#include "app/cli/session.h"
#include "core/json_writer.h"
#include "saving/salvage.h"

#include <optional>
#include <vector>

namespace loupe {

/// With --salvage, keepWhole() with a progress bar, and a line on standard error for each tensor that is left out:
/// these. Without, nothing, or a failure where the recipe has tensors that are not whole.
Result<std::optional<std::vector<LeftOutTensor>>> settleIncomplete(
    Recipe& recipe, bool salvages, const Session& session);

/// Writes the member "left_out".
void writeLeftOut(JsonWriter& json, const std::vector<LeftOutTensor>& left);

} // namespace loupe
