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
    const std::lock_guard lock(m_mutex);
    // If-Match never matches a weak ETag.
    return m_isKnown && m_known.hasStrongEtag() ? std::vector{"If-Match: " + m_known.etag} : std::vector<std::string>();
}

Result<> PinnedVersion::check(const HttpAnswer& answer, std::uint64_t total)
{
    std::string change;
    {
        // Several first responses may arrive at once; the lock makes sure that only one of them is the first.
        const std::lock_guard lock(m_mutex);
        Version now = versionOf(answer, total);
        change = changeSinceKnown(now);
        if (change.empty() && !m_isKnown) {
            m_known = std::move(now);
            m_isKnown = true;
        }
    }
    if (!change.empty())
        return noteChange(change);
    return {};
}

std::string PinnedVersion::changeIn(const HttpAnswer& answer, std::uint64_t total) const
{
    const std::lock_guard lock(m_mutex);
    return changeSinceKnown(versionOf(answer, total));
}

std::string PinnedVersion::changeSinceKnown(Version now) const
{
    if (!m_isKnown) { // only the size can be compared yet
        now.etag = m_known.etag;
        now.modified = m_known.modified;
    }
    return changeSince(m_known, now);
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
