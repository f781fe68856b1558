#pragma once

#include <functional>
#include <string>

namespace loupe::remote {

/// Returns the value of an environment variable; empty if it is not set.
using Environment = std::function<std::string(const char* name)>;

/// The environment of this process.
std::string environmentValue(const char* name);

/// `path` with a leading `~` replaced by the home folder.
std::string expandedHome(const std::string& path, const Environment& environment);

} // namespace loupe::remote
