#pragma once

#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// A server and user: the part of a URL between `//` and the next slash.
struct ServerName {
    std::string user; ///< decoded; empty if none was given
    std::string password; ///< a secret: only for this server, never in messages
    std::string host; ///< in lowercase; an IPv6 address without brackets
    std::optional<std::uint16_t> port; ///< nothing if not given

    bool operator==(const ServerName&) const = default;
};

/// Parses `[user[:password]@]host[:port]`. Error messages do not quote `text`, which may contain a secret.
Result<ServerName> parseServerName(std::string_view text);

/// "host", "host:8080", "[::1]:8080": without user and password.
std::string hostAndPort(const ServerName& server);

} // namespace loupe::remote
