#pragma once

#include "core/finding.h"
#include "core/text/json_writer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>

namespace loupe {

/// Selects the findings to show; empty: all.
using FindingFilter = std::function<bool(const Finding&)>;

/// Maps codes to the number of findings that were not kept. Only codes that occur in shown findings are included.
std::map<std::string_view, std::uint64_t> suppressedFindings(const Findings& findings, const FindingFilter& shown = {});

/// Writes the member "findings" and, if there were too many findings of a kind to keep, "suppressed": {code: n}.
void writeFindings(JsonWriter& json, const Findings& findings, const FindingFilter& shown = {});

} // namespace loupe
