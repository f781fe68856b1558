#pragma once

#include "core/finding.h"

#include <cstddef>
#include <optional>
#include <span>

namespace loupe {

/// What a file that is no checkpoint probably is, as after a failed download: a web page, a Git LFS pointer, a
/// compressed file. Nothing where its first bytes do not show it.
std::optional<Finding> hintAt(std::span<const std::byte> start);

} // namespace loupe
