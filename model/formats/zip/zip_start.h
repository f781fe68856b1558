#pragma once

#include "core/result.h"
#include "core/source.h"

#include <span>
#include <string_view>
#include <vector>

namespace loupe::zip {

// Examines the first bytes of a ZIP archive, whose directory is at its end.

/// True if the bytes begin with the local header of a member.
bool beginsAsZip(std::span<const std::byte> start);
/// As above, for the first bytes of a file. Fails as Source does.
Result<bool> beginsAsZip(const Source& source);

/// Names of the members whose local headers are in `start`. Ends at a header that does not give the offset of the next
/// one.
std::vector<std::string_view> zipNamesAtStart(std::span<const std::byte> start);

} // namespace loupe::zip
