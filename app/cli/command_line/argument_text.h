#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// CLI11 takes "[a,b]" for a list, "%%" for what separates two, and nothing at all for an option's value that is still
/// to come; a zero byte, which no argument holds, keeps it from that. The validators below remove it.
std::string shielded(std::string argument);

// What the text of an option or of a positional argument may be; each goes into transform().

/// Takes the text as it was given, whatever it looks like.
CLI::Validator literal();
/// The same for a file to read; "-", which is standard input, is refused.
CLI::Validator input();
/// The same for a file or folder to write; an address is refused.
CLI::Validator outputPath();
/// A number without a sign from `least` to `most`.
CLI::Validator number(std::uint64_t least, std::uint64_t most);
/// The same, of which no limit is worth a word.
CLI::Validator positiveNumber();

/// What is wrong with a path as one to read or to write; empty for nothing.
std::string whyNotInput(std::string_view path);
std::string whyNotOutput(const std::string& path);

} // namespace loupe
