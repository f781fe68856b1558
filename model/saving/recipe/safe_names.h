#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// For names that strangers wrote: names of files, without a suffix, that lead nowhere else and that every system
/// takes: what could mean something to one becomes "_", a long name is cut. They differ, also where the case of letters
/// does not count: a number is added to those that would not.
std::vector<std::string> safeFileNames(std::span<const std::string_view> names);

/// Whether a name can stand in an archive as it is: it leads to no place outside of where the archive is unpacked.
bool isSafeMemberName(std::string_view name);

} // namespace loupe
