#include "remote/pinned_version.h"

namespace loupe::remote {

Version versionOf(const HttpAnswer& answer, std::uint64_t size)
{
    return {.etag = std::string(answer.header("etag")),
        .modified = std::string(answer.header("last-modified")),
        .size = size};
}

std::vector<std::string> PinnedVersion::conditions() const
{
    // A weak ETag never matches here.
    return m_version.hasStrongEtag() ? std::vector{"If-Match: " + m_version.etag} : std::vector<std::string>();
}

Result<> PinnedVersion::check(const HttpAnswer& answer, std::uint64_t total)
{
    const std::string change = changeSince(m_version, versionOf(answer, total));
    return change.empty() ? Result<>() : noteChange(change);
}

tl::unexpected<Error> PinnedVersion::noteChange(const std::string& how)
{
    const std::lock_guard lock(m_mutex);
    if (!m_change) {
        m_change = Error{ErrorCode::Changed,
            "the file was changed or replaced on the server while it was open" + (how.empty() ? "" : " (" + how + ")"),
            m_name, std::nullopt};
        m_hasChanged = true;
    }
    return tl::unexpected(*m_change);
}

Result<> PinnedVersion::checkUnchanged() const
{
    if (!m_hasChanged)
        return {};
    const std::lock_guard lock(m_mutex);
    return tl::unexpected(*m_change);
}

} // namespace loupe::remote
