#pragma once

#include "core/result.h"
#include "remote/hub/hub_settings.h"

#include <optional>
#include <string_view>

namespace loupe::remote {

/// A hub's error response: its headers X-Error-Code, X-Error-Message and X-Request-Id. Untrusted text.
struct HubRefusal {
    int status = 0;
    std::string_view code;
    std::string_view message;
    std::string_view requestId;
};

/// One sentence that says what was refused, why, and how to fix it. Nothing if the response is not about the repository
/// or the user; then the status is explanation enough.
std::optional<Error> describeRefusal(const HubRefusal& refusal, const HubAddress& asked, const HubSettings& settings);

} // namespace loupe::remote
