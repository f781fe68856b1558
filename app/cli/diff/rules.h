#pragma once

#include "analysis/rearrangement/rearranging.h"
#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/session.h"

#include <memory>

namespace loupe {

/// Applies the rules named by --rules, and reports on standard error what they could not do. Fails like
/// findRearrangement() and rearrange().
Result<RearrangedPair> followRules(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, const DiffOptions& options, const Session& session);

/// Searches for rules under which unpaired tensors are equal, and writes those that were found as a recipe to the file
/// of --suggest-rules.
ExitStatus suggestRules(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
    const DiffOptions& options, const Session& session);

/// Prints the names of the presets, or the recipe of the one that --rules names.
ExitStatus listRules(const DiffOptions& options, const Session& session);

} // namespace loupe
