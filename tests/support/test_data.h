#pragma once

#include <filesystem>
#include <string_view>

namespace loupe::test {

/// A file of tests/data.
inline std::filesystem::path dataPath(std::string_view relative)
{
    return std::filesystem::path(LOUPE_TEST_DATA) / relative;
}

} // namespace loupe::test
