#pragma once

#include "core/result.h"
#include "core/source.h"

#include <span>
#include <string_view>
#include <vector>

namespace loupe::zip {

// What the first bytes of a file tell about a ZIP archive, whose directory is at its end.

/// Whether a first member begins there.
bool beginsAsZip(std::span<const std::byte> start);
/// The same of a file. Fails as Source does.
Result<bool> beginsAsZip(const Source& source);

/// Names of the members whose local headers lie in `start`, as far as each tells where the next one is.
std::vector<std::string_view> zipNamesAtStart(std::span<const std::byte> start);

} // namespace loupe::zip
