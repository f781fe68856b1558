#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Turns untrusted names into file names without a suffix. The results are valid on every system and contain no path
/// components: special characters become "_", and long names are cut. The results are unique, even if case is ignored:
/// a number is added where needed.
std::vector<std::string> safeFileNames(std::span<const std::string_view> names);

/// True if a name is safe to use in an archive as it is: it does not escape the folder that the archive is unpacked to.
bool isSafeMemberName(std::string_view name);

} // namespace loupe
