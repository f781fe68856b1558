#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::pickle {

// Converts the text arguments of protocols 0 and 1. Each result is at most twice as long as its argument.

/// The argument of STRING, quoted and escaped as Python writes bytes; nothing if it is invalid.
std::optional<std::string> unquotePickleString(std::string_view line);
/// The argument of UNICODE, which has Latin-1 characters and \u escapes, as UTF-8.
std::optional<std::string> unescapePickleUnicode(std::string_view line);
/// The little-endian two's complement bytes of a decimal integer that does not fit in 64 bits; at most 1000 digits.
std::optional<std::string> bytesOfDecimal(std::string_view digits);
/// The inverse of bytesOfDecimal(). For more than 400 bytes, states only the number of bytes.
std::string decimalOfBytes(std::string_view bytes);

} // namespace loupe::pickle
