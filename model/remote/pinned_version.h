#pragma once

#include "core/result.h"
#include "remote/http_message.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace loupe::remote {

/// The version of a file that was seen first. Every answer is held against it. Usable from any thread.
class PinnedVersion {
public:
    /// What names the version: what its server said, or a commit of a hub, whatever the servers behind it say.
    enum class Pin { Answer, Commit };

    /// `name`: of the file, for messages. With Pin::Commit, later answers are compared with the first one.
    PinnedVersion(Version version, std::string name, Pin pin = Pin::Answer)
        : m_version(std::move(version))
        , m_name(std::move(name))
        , m_isKnown(pin == Pin::Answer)
        , m_known(m_version)
    {
    }

    const Version& version() const { return m_version; }
    const std::string& name() const { return m_name; }

    /// Headers that let the server itself refuse another version.
    std::vector<std::string> conditions() const;

    /// Changed where the answer, to a request for a part of the file, is of another version; remembered from then on.
    Result<> check(const HttpAnswer& answer, std::uint64_t total);
    /// How the answer's version differs; empty if it does not.
    std::string changeIn(const HttpAnswer& answer, std::uint64_t total) const;
    /// Remembers and returns that the file has changed. `how`: "ETag "1" → "2""; may be empty.
    tl::unexpected<Error> noteChange(const std::string& how);

    Result<> checkUnchanged() const;

private:
    /// With the mutex held.
    std::string changeSinceKnown(Version now) const;

    const Version m_version;
    const std::string m_name;
    std::atomic<bool> m_hasChanged = false;
    mutable std::mutex m_mutex; ///< guards the rest
    bool m_isKnown = true; ///< what the server says of the version
    Version m_known; ///< what it says
    std::optional<Error> m_change;
};

/// The version that an answer is of.
Version versionOf(const HttpAnswer& answer, std::uint64_t size);

} // namespace loupe::remote
