#pragma once

#include "core/result.h"
#include "remote/hub/hub_settings.h"

#include <optional>
#include <string_view>

namespace loupe::remote {

/// What a hub says when it refuses: its headers X-Error-Code, X-Error-Message and X-Request-Id, text from outside.
struct HubRefusal {
    int status = 0;
    std::string_view code;
    std::string_view message;
    std::string_view requestId;
};

/// One sentence that says what was refused, why, and what helps. Nothing if the answer is not about the repository
/// or who asks: its status says it then.
std::optional<Error> describeRefusal(const HubRefusal& refusal, const HubAddress& asked, const HubSettings& settings);

} // namespace loupe::remote
