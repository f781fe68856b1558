#pragma once

#include "app/cli/session.h"
#include "core/text/json_writer.h"
#include "saving/salvage/salvage.h"

#include <optional>
#include <vector>

namespace loupe {

/// Returns why parts of the files could not be read. With --salvage, prints each reason on standard error. Without,
/// fails if there are any, because output without those tensors would look complete.
Result<std::vector<Error>> checkUnread(const Checkpoint& checkpoint, bool salvages, const Session& session);

/// With --salvage, calls keepWhole() with a progress bar, and prints omitted tensors on standard error after the
/// `unread` ones: one line per tensor for a few, two lines in total for many. Without --salvage, returns empty, or
/// fails if the recipe has incomplete tensors.
Result<std::optional<std::vector<LeftOutTensor>>> checkIncomplete(
    Recipe& recipe, const std::vector<LeftOutTensor>& unread, bool salvages, const Session& session);

/// Writes the members "unread" and "left_out".
void writeLeftOut(JsonWriter& json, const std::vector<Error>& unread, const std::vector<LeftOutTensor>& left);

} // namespace loupe
