#pragma once

#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// Who is asked, and as whom: the part of a URL between `//` and the next slash.
struct ServerName {
    std::string user; ///< decoded; empty if none was given
    std::string password; ///< a secret: for this server only, and in no message
    std::string host; ///< in lower case; an IPv6 address without its brackets
    std::optional<std::uint16_t> port; ///< where it was given

    bool operator==(const ServerName&) const = default;
};

/// Reads `[user[:password]@]host[:port]`. The messages of its errors repeat nothing of `text`, which may hold a secret.
Result<ServerName> parseServerName(std::string_view text);

/// "host", "host:8080", "[::1]:8080": without user and password.
std::string hostAndPort(const ServerName& server);

} // namespace loupe::remote
