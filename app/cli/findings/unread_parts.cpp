#include "app/cli/findings/unread_parts.h"

#include "formats/opening/unread_parts.h"

namespace loupe {

std::optional<Error> reportUnreadParts(const Checkpoint& checkpoint, const Session& session)
{
    const std::vector<Error> errors = unreadParts(checkpoint);
    for (const Error& error : errors)
        session.report(error);
    return errors.empty() ? std::nullopt : std::optional(errors.front());
}

} // namespace loupe
