#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The options given to a verb, in order of declaration, except those in `except`: "--dtype=bf16".
std::vector<std::string> recordedOptions(const CLI::App& verb, std::span<const std::string_view> except);

/// The verb, these options, "--" and the positional arguments. Parsing them gives the same command.
std::vector<std::string> recordedArguments(const CLI::App& verb, std::span<const std::string_view> except);

} // namespace loupe
