#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::pickle {

// Texts of protocols 0 and 1. What they give is at most twice as long as what they are given.

/// The argument of STRING, quoted and escaped as Python writes bytes; nothing where it is not.
std::optional<std::string> unquotePickleString(std::string_view line);
/// The argument of UNICODE, of Latin-1 characters and \u escapes, as UTF-8.
std::optional<std::string> unescapePickleUnicode(std::string_view line);
/// Two's complement, little-endian, of a whole decimal number beyond 64 bits, of at most 1000 digits.
std::optional<std::string> bytesOfDecimal(std::string_view digits);
/// The other way round; of more than 400 bytes only how many there are.
std::string decimalOfBytes(std::string_view bytes);

} // namespace loupe::pickle
