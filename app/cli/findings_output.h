#pragma once

#include "app/cli/terminal.h"
#include "core/checkpoint.h"
#include "core/text/json_writer.h"

#include <functional>
#include <string>

namespace loupe {

/// Which findings to show; empty for all.
using FindingFilter = std::function<bool(const Finding&)>;

/// Writes the members "findings" and, where a kind of finding was too frequent to be kept, "suppressed": {code: n}.
void writeFindings(JsonWriter& json, const Checkpoint& checkpoint, const FindingFilter& shown = {});

/// One line a finding, each begun by `indent`.
std::string findingLines(
    const Checkpoint& checkpoint, const Style& style, std::string_view indent, const FindingFilter& shown = {});
/// Prints `findings` instead of those of the checkpoint.
std::string findingLines(const Checkpoint& checkpoint, const Findings& findings, const Style& style,
    std::string_view indent, const FindingFilter& shown = {});

/// "2 errors, 1 warning"; "none".
std::string findingCounts(const Checkpoint& checkpoint);

} // namespace loupe
