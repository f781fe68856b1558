#pragma once

#include "core/finding.h"

#include <cstdint>
#include <string_view>

namespace loupe::torch {

/// Adds a finding unless torch reads the version in a member "version": 1 to 10, parsed like std::stoull, which allows
/// spaces before the number and any text after it. `offset` is the position of the text in the file.
void checkTorchVersion(std::string_view text, std::uint64_t offset, Findings& findings);

void addTorchVersionMissing(Findings& findings);

} // namespace loupe::torch
