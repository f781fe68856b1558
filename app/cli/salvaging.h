#pragma once

#include "app/cli/session.h"
#include "core/json_writer.h"
#include "saving/salvage.h"

#include <optional>
#include <vector>

namespace loupe {

/// Why the recipe should not be carried out as it is: it has tensors that are not whole, which --salvage leaves out.
std::optional<Error> refuseIncomplete(const Recipe& recipe);

/// keepWhole() with a progress bar; a line on standard error for each tensor that is left out.
Result<std::vector<LeftOutTensor>> salvage(Recipe& recipe, const Session& session);

/// Writes the member "left_out".
void writeLeftOut(JsonWriter& json, const std::vector<LeftOutTensor>& left);

} // namespace loupe
