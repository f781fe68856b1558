#pragma once

#include <map>
#include <string>
#include <string_view>

namespace loupe::remote {

/// The settings of one section by lowercase name. Settings in an indented block are prefixed with its name:
/// "s3.addressing_style".
using IniSection = std::map<std::string, std::string>;

/// Sections by the name in their brackets, without quotation marks and surrounding spaces: "profile my work".
using IniFile = std::map<std::string, IniSection>;

/// Parses a settings file as AWS's own programs do: `[section]`, `name = value`, and values that are blocks of indented
/// `name = value` lines. Ignores lines that begin with # or ; and all other lines. If a setting is repeated, the last
/// one wins.
IniFile parseIni(std::string_view text);

} // namespace loupe::remote
