#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The options that were given to a verb, in the order of the declarations, but for those `except`: "--dtype=bf16".
std::vector<std::string> recordedOptions(const CLI::App& verb, std::span<const std::string_view> except);

/// The verb, these options, "--" and its other arguments, so that it reads back as the same.
std::vector<std::string> recordedArguments(const CLI::App& verb, std::span<const std::string_view> except);

} // namespace loupe
