#pragma once

#include "core/finding.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// The code of what hintAt() says about a Git LFS pointer.
inline constexpr std::string_view lfsPointerCode = "git-lfs-pointer";

/// What a file that is no checkpoint probably is, as after a failed download: a web page, a Git LFS pointer, a
/// compressed file. Nothing if its first bytes do not show it.
std::optional<Finding> hintAt(std::span<const std::byte> start);

} // namespace loupe
