#pragma once

#include <span>
#include <string>

namespace loupe {

/// Whether the file is a damaged part file of this command: it is empty, truncated or otherwise incomplete, but its
/// beginning matches a part of this command written by this version. `arguments`: PartFile::arguments.
bool isDamagedPart(const std::string& path, std::span<const std::string> arguments);

} // namespace loupe
