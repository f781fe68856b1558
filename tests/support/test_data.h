#pragma once

#include <filesystem>
#include <string_view>

namespace loupe::test {

/// The path of a file in tests/data, or of that folder itself.
std::filesystem::path dataPath(std::string_view relative = {});

} // namespace loupe::test
