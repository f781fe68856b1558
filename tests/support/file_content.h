#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace loupe::test {

/// All bytes of a file; empty if it does not exist.
inline std::string readFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace loupe::test
