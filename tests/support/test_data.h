#pragma once

#include <filesystem>
#include <string_view>

namespace loupe::test {

/// A file of tests/data, or that folder itself.
std::filesystem::path dataPath(std::string_view relative = {});

} // namespace loupe::test
