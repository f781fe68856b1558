#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace loupe::test {

/// Seconds that NumPy takes for the values of the weight "q" in a safetensors file and for their least, greatest, mean
/// and standard deviation, by the shortest script for the scheme. Empty if NumPy is not installed.
std::optional<double> numpySeconds(const std::filesystem::path& model, const std::string& scheme);

} // namespace loupe::test
