#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// Protects an argument from CLI11, which treats "[a,b]" as a list, "%%" as a separator, and an empty text as a missing
/// value. Adds a zero byte, which no argument can contain. The validators below remove it.
std::string shielded(std::string argument);

// Validators for the text of an option or a positional argument. Pass each to transform().

/// Accepts any text unchanged.
CLI::Validator literal();
/// As literal(), for a file to read. Rejects "-", which is standard input.
CLI::Validator input();
/// As literal(), for a file or folder to write. Rejects an address.
CLI::Validator outputPath();
/// Accepts an unsigned integer from `least` to `most`.
CLI::Validator number(std::uint64_t least, std::uint64_t most);
/// Accepts a positive integer; the limit is too large to mention.
CLI::Validator positiveNumber();

/// Why a path cannot be read from, or written to; empty if it can.
std::string whyNotInput(std::string_view path);
std::string whyNotOutput(const std::string& path);

} // namespace loupe
