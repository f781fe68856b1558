#pragma once

#include "core/result.h"
#include "remote/http/http_message.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace loupe::remote {

/// The first version of a file that was seen. Every response is compared with it. Usable from any thread.
class PinnedVersion {
public:
    /// How the version is identified: by what its server said, or by a hub commit, whatever the servers behind the hub
    /// say.
    enum class Pin { Answer, Commit };

    /// `name` is the file's name for messages. With Pin::Commit, later responses are compared with the first one.
    PinnedVersion(Version version, std::string name, Pin pin = Pin::Answer)
        : m_version(std::move(version))
        , m_name(std::move(name))
        , m_isKnown(pin == Pin::Answer)
        , m_known(m_version)
    {
    }

    const Version& version() const { return m_version; }
    const std::string& name() const { return m_name; }

    /// Request headers that make the server itself refuse another version.
    std::vector<std::string> conditions() const;

    /// Fails with Changed if the response to a range request is of another version, and from then on.
    Result<> check(const HttpAnswer& answer, std::uint64_t total);
    /// How the response's version differs; empty if it does not.
    std::string changeIn(const HttpAnswer& answer, std::uint64_t total) const;
    /// Records that the file has changed and returns the error. `how` describes the change: "ETag "1" → "2""; may be
    /// empty.
    tl::unexpected<Error> noteChange(const std::string& how);

    Result<> checkUnchanged() const;

private:
    /// Precondition: the mutex is held.
    std::string changeSinceKnown(Version now) const;

    const Version m_version;
    const std::string m_name;
    std::atomic<bool> m_hasChanged = false;
    mutable std::mutex m_mutex; ///< guards the rest
    bool m_isKnown = true; ///< whether m_known is set
    Version m_known; ///< the version according to the server
    std::optional<Error> m_change;
};

/// The version of a response.
Version versionOf(const HttpAnswer& answer, std::uint64_t size);

} // namespace loupe::remote
