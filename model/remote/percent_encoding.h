#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// Slashes are kept in a whole path, and become %2F in a part of a path or query.
enum class Slashes { Kept, Encoded };

/// Encodes each byte except A to Z, a to z, 0 to 9 and `-._~` as uppercase %XX. These are RFC 3986's unreserved
/// characters, as AWS signatures require. An existing % becomes %25.
std::string percentEncoded(std::string_view text, Slashes slashes);

/// Decodes `text`; nothing if a % is not followed by two hexadecimal digits.
std::optional<std::string> percentDecoded(std::string_view text);

/// True if each % of `text` is followed by two hexadecimal digits.
bool isPercentEncoded(std::string_view text);

/// Encodes characters that are not allowed in a URL as %XX: spaces, `"<>\^`{|}` and bytes above 0x7E. Keeps everything
/// else unchanged.
std::string wireEncoded(std::string_view text);

} // namespace loupe::remote
