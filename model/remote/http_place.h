#pragma once

#include "core/result.h"
#include "remote/http_message.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::remote {

/// Who may read a place: what a server is told of us, and what its refusals mean.
class Access {
public:
    virtual ~Access() = default;
    /// Headers of a request for `url`, such as a signature. Called again for each redirect and each try. Secrets are
    /// for their own host: check that `url` is of it.
    virtual std::vector<std::string> headers(const std::string& url, const std::optional<ByteRange>& range) const = 0;
    /// A file of certificates to trust instead of the usual ones; empty for these.
    virtual std::string authorities() const { return {}; }
    /// Whether waits of several minutes, which the server of `url` asks for, are its usual ones.
    virtual bool hasLongWaits(const std::string& /*url*/) const { return false; }
    /// Takes note of an answer of `url`. Called when its headers have arrived.
    virtual void learn(const std::string& /*url*/, const HttpAnswer& /*answer*/) const { }
    /// Where to ask instead, if the answer of `url` tells; asked once. `text`: as in explain().
    virtual std::optional<std::string> elsewhere(
        const std::string& /*url*/, const HttpAnswer& /*answer*/, std::string_view /*text*/) const
    {
        return std::nullopt;
    }
    /// What an answer of `url` that is no success means, where more is known than its status says. `text`: the start of
    /// its body, as it came. Other servers, which redirects led to, are not asked in this place's name.
    virtual std::optional<Error> explain(
        const std::string& url, const HttpAnswer& answer, std::string_view text) const = 0;
};

/// Where a file is: its URL, and where redirects from there led to last. Usable from any thread.
class HttpPlace {
public:
    /// `name`: for messages, without secrets.
    HttpPlace(std::string url, std::string name, std::shared_ptr<const Access> access = nullptr)
        : m_url(std::move(url))
        , m_name(std::move(name))
        , m_access(std::move(access))
    {
    }

    const std::string& url() const { return m_url; }
    const std::string& name() const { return m_name; }
    const Access* access() const { return m_access.get(); }

    /// Why this place must not be asked; nothing if it may be. To be set before others use it.
    const std::optional<Error>& refusal() const { return m_refusal; }
    void refuse(Error why) { m_refusal = std::move(why); }

    /// Where to ask.
    std::string target() const
    {
        const std::lock_guard lock(m_mutex);
        return m_target.empty() ? m_url : m_target;
    }
    void redirectTo(const std::string& target, bool onlyPublicServers)
    {
        const std::lock_guard lock(m_mutex);
        m_target = target;
        m_onlyPublicServers = onlyPublicServers;
    }
    /// Whether a server on the internet led to target(): as HttpRequest has it.
    bool onlyPublicServers() const
    {
        const std::lock_guard lock(m_mutex);
        return !m_target.empty() && m_onlyPublicServers;
    }
    /// Begins at url() again, unless redirects have led from `target` elsewhere meanwhile.
    void forget(const std::string& target)
    {
        const std::lock_guard lock(m_mutex);
        if (m_target == target)
            m_target.clear();
    }

private:
    const std::string m_url;
    const std::string m_name;
    const std::shared_ptr<const Access> m_access;
    std::optional<Error> m_refusal;
    mutable std::mutex m_mutex;
    std::string m_target; ///< empty: m_url
    bool m_onlyPublicServers = false;
};

} // namespace loupe::remote
