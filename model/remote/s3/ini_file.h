#pragma once

#include <map>
#include <string>
#include <string_view>

namespace loupe::remote {

/// The settings of one section by their names in lower case. Those of an indented block have its name before theirs:
/// "s3.addressing_style".
using IniSection = std::map<std::string, std::string>;

/// Sections by what stands in their brackets, blanks at the ends and quotation marks left out: "profile my work".
using IniFile = std::map<std::string, IniSection>;

/// Reads a file of settings as AWS's own programs do: `[section]`, `name = value`, and values that are blocks of
/// indented `name = value` lines. Lines that begin with # or ; and lines that are none of these are left out. Of a
/// setting that is there twice the last one counts.
IniFile parseIni(std::string_view text);

} // namespace loupe::remote
