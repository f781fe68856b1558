#pragma once

#include <functional>
#include <string>

namespace loupe::remote {

/// The value of a variable of the environment; empty if it is not set.
using Environment = std::function<std::string(const char* name)>;

/// The environment of this process.
std::string environmentValue(const char* name);

/// `path` with a `~` at its begin as the home folder.
std::string expandedHome(const std::string& path, const Environment& environment);

} // namespace loupe::remote
