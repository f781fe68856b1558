#pragma once

#include "core/result.h"

#include <string>
#include <string_view>

namespace loupe::remote {

/// The host of a URL, in lower case; empty if it has none.
std::string hostOf(const std::string& url);

/// "https://host:port" of a URL, without user and password: what secrets belong to.
std::string originOf(const std::string& url);

/// Where a redirect leads to: `location`, absolute or relative to `url`, with the same user and password where it has
/// the same origin. Dots in paths stay as they are. Fails where it is no URL, is not http or https, or leaves https for
/// http.
Result<std::string> redirected(const std::string& url, std::string_view location);

} // namespace loupe::remote
