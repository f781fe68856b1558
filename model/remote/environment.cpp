#include "remote/environment.h"

#include <cstdlib>

namespace loupe::remote {

std::string environmentValue(const char* name)
{
    const char* const value = std::getenv(name);
    return value ? value : "";
}

std::string expandedHome(const std::string& path, const Environment& environment)
{
    return path == "~" || path.starts_with("~/") ? environment("HOME") + path.substr(1) : path;
}

} // namespace loupe::remote
