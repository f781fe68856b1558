#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/session.h"

namespace loupe {

/// `hash --verify`: reports for each tensor whether it matches the digests stated in its own file, and for each file
/// from a hub whether it matches the one stated by the hub.
ExitStatus verifyStatedDigests(const HashOptions& options, const Session& session);

} // namespace loupe
