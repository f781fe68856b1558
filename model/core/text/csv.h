#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// A cell of a CSV file (RFC 4180) for text that a stranger may have written: in quotes where commas, quotes or spaces
/// at its ends want it, control and other fooling characters spelled out (core/text.h), and with an apostrophe before
/// what a spreadsheet would take for a formula. Numbers of our own making need none of it.
std::string csvText(std::string_view text);

} // namespace loupe
