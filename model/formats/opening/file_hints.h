#pragma once

#include "core/finding.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// The code of the finding that hintAt() returns for a Git LFS pointer.
inline constexpr std::string_view lfsPointerCode = "git-lfs-pointer";

/// Guesses the kind of a file that is not a checkpoint, for example after a failed download: a web page, a Git LFS
/// pointer, a compressed file. Returns nothing if the first bytes do not show it.
std::optional<Finding> hintAt(std::span<const std::byte> start);

} // namespace loupe
