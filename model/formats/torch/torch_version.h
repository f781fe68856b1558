#pragma once

#include "core/finding.h"

#include <cstdint>
#include <string_view>

namespace loupe::torch {

/// A finding where what a member "version" says is none that torch reads: 1 to 10, as std::stoull takes it, with space
/// before and anything behind. `offset`: of the text in the file.
void checkTorchVersion(std::string_view text, std::uint64_t offset, Findings& findings);

void addTorchVersionMissing(Findings& findings);

} // namespace loupe::torch
