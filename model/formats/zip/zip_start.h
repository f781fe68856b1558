#pragma once

#include "core/result.h"
#include "core/source.h"

#include <span>
#include <string_view>
#include <vector>

namespace loupe::zip {

// What the first bytes of a file show about a ZIP archive, whose directory is at its end.

/// Whether the bytes begin with a member.
bool beginsAsZip(std::span<const std::byte> start);
/// The same for a file. Fails as Source does.
Result<bool> beginsAsZip(const Source& source);

/// Names of the members whose local headers lie in `start`, as far as each header gives the offset of the next.
std::vector<std::string_view> zipNamesAtStart(std::span<const std::byte> start);

} // namespace loupe::zip
