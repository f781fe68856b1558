#pragma once

#include "remote/http/http_client.h"
#include "remote/http/http_place.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe::remote {

/// The target of a fetch. Called on the transport's thread.
class FetchTarget {
public:
    virtual ~FetchTarget() = default;
    /// The range to request: what is still missing. Nothing for a whole document.
    virtual std::optional<ByteRange> missing() const = 0;
    /// Request headers in addition to those of the place.
    virtual std::vector<std::string> headers() const { return {}; }
    /// True if the first redirect already contains the answer, so that it is not followed.
    virtual bool isAnsweredByRedirect(const HttpAnswer& /*redirect*/) { return false; }
    /// True if the request headers ask for a response only if the file has changed.
    virtual bool isConditional() const { return false; }
    /// Starts a response with the status 200, 206, 412 or 416, or 304 if isConditional(). An error is final.
    virtual Result<> begin(const HttpAnswer& answer) = 0;
    /// Takes the next piece of the response body. An error is final.
    virtual Result<> take(std::span<const std::byte> bytes) = 0;
    /// True if everything has arrived, after a response has ended.
    virtual bool isComplete() const = 0;
    /// True if the response was insufficient, and what missing() returns now must be requested instead.
    virtual bool asksAgain() { return false; }
    /// Reports the end. This is the last call.
    virtual void finish(Result<> result) = 0;
};

/// Fetches a target: follows redirects, retries transient failures, reports errors. Keeps itself alive until the end.
class HttpFetch final : public HttpReceiver, public std::enable_shared_from_this<HttpFetch> {
public:
    static std::shared_ptr<HttpFetch> start(
        HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<FetchTarget> target);
    /// Ends the fetch soon with Stopped, unless it has ended. Callable from any thread.
    void cancel();

    bool begin(const HttpAnswer& answer) override;
    bool take(std::span<const std::byte> bytes) override;
    void end(const ExchangeEnd& end) override;

private:
    HttpFetch(HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<FetchTarget> target);
    void send(std::chrono::milliseconds delay = {});
    /// True if the current response has delivered a significant part of the request.
    bool hasProgress() const;
    void follow();
    /// If the response names another place, requests that and returns true.
    bool askElsewhere();
    void retry(Error error, ExchangeEnd::Server server = ExchangeEnd::Server::Answers);
    /// Handles a response that is neither a success nor a redirect.
    void refuse();
    Error refusal() const;
    /// If the server wants a user and password, a sentence that says whether the address has them.
    std::string userSentence() const;
    std::optional<std::chrono::milliseconds> waitAskedFor() const;
    void finish(Result<> result);
    void fail(Error error);

    HttpClient& m_client;
    std::shared_ptr<HttpPlace> m_place;
    std::shared_ptr<FetchTarget> m_target;
    std::string m_url;
    bool m_onlyPublicServers = false;
    int m_redirects = 0;
    int m_failures = 0; ///< failures since data last arrived
    int m_silences = 0; ///< over all tries: timeouts take long, so they count even if data arrived in between
    bool m_isElsewhere = false; ///< a response has named another place
    bool m_isRenewed = false; ///< the redirects were requested again after a refusal

    std::uint64_t m_asked = 0; ///< bytes that the current request asks for; 0 for a whole document

    // The current response:
    HttpAnswer m_answer;
    bool m_isTaken = false; ///< the body goes to the target
    std::uint64_t m_taken = 0;
    std::string m_text; ///< start of the body if it does not go to the target
    std::optional<Error> m_error; ///< error of the target
};

} // namespace loupe::remote
