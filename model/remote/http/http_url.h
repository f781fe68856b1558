#pragma once

#include "core/result.h"

#include <string>
#include <string_view>

namespace loupe::remote {

/// The host of a URL, in lowercase; empty if it has none.
std::string hostOf(const std::string& url);

/// The "https://host:port" of a URL, without user and password. Secrets are valid for one origin.
std::string originOf(const std::string& url);

/// The target of a redirect: `location`, absolute or relative to `url`, with the same user and password if it has the
/// same origin. Dots in paths are kept. Fails if it is not a URL, is not http or https, or downgrades from https to
/// http.
Result<std::string> redirected(const std::string& url, std::string_view location);

} // namespace loupe::remote
