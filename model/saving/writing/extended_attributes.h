#pragma once

#include <filesystem>

namespace loupe {

/// Copies the access control list and the "user.*" attributes of `from` to the open file `to`; if `from` has no list,
/// neither will `to`. Skips anything that the system does not support or that this user may not do.
void copyExtendedAttributes(const std::filesystem::path& from, int to);

} // namespace loupe
