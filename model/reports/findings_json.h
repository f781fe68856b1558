#pragma once

#include "core/finding.h"
#include "core/text/json_writer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>

namespace loupe {

/// Which findings to show; empty for all.
using FindingFilter = std::function<bool(const Finding&)>;

/// Code -> how many findings of it were not kept; of codes of which one is shown.
std::map<std::string_view, std::uint64_t> suppressedFindings(const Findings& findings, const FindingFilter& shown = {});

/// Writes the members "findings" and, where a kind of finding was too frequent to be kept, "suppressed": {code: n}.
void writeFindings(JsonWriter& json, const Findings& findings, const FindingFilter& shown = {});

} // namespace loupe
