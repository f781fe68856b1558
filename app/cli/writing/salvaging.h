#pragma once

#include "app/cli/session.h"
#include "core/text/json_writer.h"
#include "saving/salvage/salvage.h"

#include <optional>
#include <vector>

namespace loupe {

/// Why parts of the files could not be read; with --salvage, a line on standard error for each. Without, a failure
/// where there are any: what lacks their tensors would look whole.
Result<std::vector<Error>> checkUnread(const Checkpoint& checkpoint, bool salvages, const Session& session);

/// With --salvage, keepWhole() with a progress bar, and what is omitted on standard error, behind those that are
/// `unread`: a line for each of a few tensors, two lines for more. Without, nothing, or a failure where the recipe has
/// tensors that are not whole.
Result<std::optional<std::vector<LeftOutTensor>>> checkIncomplete(
    Recipe& recipe, const std::vector<LeftOutTensor>& unread, bool salvages, const Session& session);

/// Writes the members "unread" and "left_out".
void writeLeftOut(JsonWriter& json, const std::vector<Error>& unread, const std::vector<LeftOutTensor>& left);

} // namespace loupe
