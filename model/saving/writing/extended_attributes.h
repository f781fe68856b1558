#pragma once

#include <filesystem>

namespace loupe {

/// Gives the open file `to` the access control list of `from`, or none if that has none, and its attributes
/// "user.*". What the system does not know, or not for this user, is omitted.
void copyExtendedAttributes(const std::filesystem::path& from, int to);

} // namespace loupe
