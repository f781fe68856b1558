#pragma once

#include "core/result.h"
#include "remote/http/http_message.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::remote {

/// Access to a place: what we send to its server to authenticate, and what its error responses mean.
class Access {
public:
    virtual ~Access() = default;
    /// Headers of a request for `url`, such as a signature. Called again for each redirect and each retry. Check that
    /// `url` is on the right host before adding secrets.
    virtual std::vector<std::string> headers(const std::string& url, const std::optional<ByteRange>& range) const = 0;
    /// A file of trusted certificates; empty for the default ones.
    virtual std::string authorities() const { return {}; }
    /// True if the server of `url` normally asks for waits of several minutes.
    virtual bool hasLongWaits(const std::string& /*url*/) const { return false; }
    /// Processes the headers of a response from `url`. Called when they have arrived.
    virtual void learn(const std::string& /*url*/, const HttpAnswer& /*answer*/) const { }
    /// The place to request instead, if the response from `url` names one; requested once. `text` is as in explain().
    virtual std::optional<std::string> elsewhere(
        const std::string& /*url*/, const HttpAnswer& /*answer*/, std::string_view /*text*/) const
    {
        return std::nullopt;
    }
    /// The meaning of an unsuccessful response from `url`, if more is known than its status says. `text` is the raw
    /// start of its body. Not called for other servers that redirects led to.
    virtual std::optional<Error> explain(
        const std::string& url, const HttpAnswer& answer, std::string_view text) const = 0;
};

/// The location of a file: its URL, and where redirects from there last led to. Usable from any thread.
class HttpPlace {
public:
    /// `name` is for messages and must not contain secrets.
    HttpPlace(std::string url, std::string name, std::shared_ptr<const Access> access = nullptr)
        : m_url(std::move(url))
        , m_name(std::move(name))
        , m_access(std::move(access))
    {
    }

    const std::string& url() const { return m_url; }
    const std::string& name() const { return m_name; }
    const Access* access() const { return m_access.get(); }

    /// Why this place must not be requested; nothing if it may be. Set this before others use the place.
    const std::optional<Error>& refusal() const { return m_refusal; }
    void refuse(Error why) { m_refusal = std::move(why); }

    /// The URL to request.
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
    /// True if a server on the internet redirected to target(); see HttpRequest::onlyPublicServers.
    bool onlyPublicServers() const
    {
        const std::lock_guard lock(m_mutex);
        return !m_target.empty() && m_onlyPublicServers;
    }
    /// Starts from url() again, unless redirects have replaced `target` in the meantime.
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
    std::string m_target; ///< empty for m_url
    bool m_onlyPublicServers = false;
};

} // namespace loupe::remote
