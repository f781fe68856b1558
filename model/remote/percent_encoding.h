#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// Whether slashes stay as they are, as in a path, or become %2F, as in a part of a path or of a query.
enum class Slashes { Kept, Encoded };

/// `text` with each byte but A to Z, a to z, 0 to 9 and `-._~` as %XX in upper case: RFC 3986's unreserved characters,
/// and what signatures of AWS are made of. A % that is there already becomes %25.
std::string percentEncoded(std::string_view text, Slashes slashes);

/// The bytes that `text` stands for; nothing if a % is not followed by two hexadecimal digits.
std::optional<std::string> percentDecoded(std::string_view text);

/// Whether each % of `text` is followed by two hexadecimal digits.
bool isPercentEncoded(std::string_view text);

/// `text` as it goes on the wire: blanks, `"<>\^`{|}` and bytes above 0x7E, which may not stand in a URL, as %XX, and
/// all else byte for byte.
std::string wireEncoded(std::string_view text);

} // namespace loupe::remote
