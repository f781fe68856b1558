#pragma once

#include "app/cli/terminal.h"
#include "core/checkpoint.h"
#include "reports/findings_json.h"

#include <string>

namespace loupe {

/// One line per finding, each starting with `indent`.
std::string findingLines(
    const Checkpoint& checkpoint, const Style& style, std::string_view indent, const FindingFilter& shown = {});
/// Prints `findings` instead of those of the checkpoint.
std::string findingLines(const Checkpoint& checkpoint, const Findings& findings, const Style& style,
    std::string_view indent, const FindingFilter& shown = {});

/// "2 errors, 1 warning"; "none".
std::string findingCounts(const Checkpoint& checkpoint);

} // namespace loupe
