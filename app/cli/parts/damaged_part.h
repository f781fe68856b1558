#pragma once

#include <span>
#include <string>

namespace loupe {

/// Whether the file is damaged and was a part of this command: it is empty, ends too early or is no whole part file,
/// but as far as it goes it begins as a part of the command by this version does. `arguments`: PartFile::arguments.
bool isDamagedPart(const std::string& path, std::span<const std::string> arguments);

} // namespace loupe
