#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/session.h"

namespace loupe {

/// `hash --check`: reads lines of digests, and reports for each target whether its digest still matches.
ExitStatus checkDigests(const HashOptions& options, const Session& session);

} // namespace loupe
