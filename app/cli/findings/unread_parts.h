#pragma once

#include "app/cli/session.h"
#include "core/checkpoint.h"

#include <optional>

namespace loupe {

/// Reports what of the checkpoint has values that nobody can look at, because a shard or a header could not be read:
/// one line each. The first of them; nothing if all is there.
std::optional<Error> reportUnreadParts(const Checkpoint& checkpoint, const Session& session);

} // namespace loupe
