#pragma once

#include "analysis/rearrangement/rearranging.h"
#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/session.h"

#include <memory>

namespace loupe {

/// Follows the rules that --rules names, and says on standard error what they could not do. Fails as
/// findRearrangement() and rearrange().
Result<RearrangedPair> followRules(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, const DiffOptions& options, const Session& session);

/// Looks for rules under which tensors without a partner are the same, and writes a recipe of those that were found to
/// the file of --suggest-rules.
ExitStatus suggestRules(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
    const DiffOptions& options, const Session& session);

/// Prints the names of the presets, or the recipe of the one that --rules names.
ExitStatus listRules(const DiffOptions& options, const Session& session);

} // namespace loupe
