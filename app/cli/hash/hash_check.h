#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/session.h"

namespace loupe {

/// `hash --check`: reads lines of digests and says of each target whether it still has its digest.
ExitStatus checkDigests(const HashOptions& options, const Session& session);

} // namespace loupe
