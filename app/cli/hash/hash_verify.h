#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/session.h"

namespace loupe {

/// `hash --verify`: says of each tensor whether it still has the digests that its own file states, and of each file
/// that is from a hub whether it still has the one that the hub states.
ExitStatus verifyStatedDigests(const HashOptions& options, const Session& session);

} // namespace loupe
