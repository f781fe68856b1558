#pragma once

#include "app/cli/session.h"
#include "core/checkpoint.h"

#include <optional>

namespace loupe {

/// Reports each part of the checkpoint whose values are unavailable because a shard or a header could not be read, one
/// line each. Returns the first error; nothing if all parts were read.
std::optional<Error> reportUnreadParts(const Checkpoint& checkpoint, const Session& session);

} // namespace loupe
