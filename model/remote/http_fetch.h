#pragma once

#include "remote/http_client.h"
#include "remote/http_place.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe::remote {

/// What is fetched, and where it goes. Called on the transport's thread.
class FetchTarget {
public:
    virtual ~FetchTarget() = default;
    /// What to ask for: what is missing yet. Nothing for all of a document.
    virtual std::optional<ByteRange> missing() const = 0;
    /// Headers of the request besides those of the place.
    virtual std::vector<std::string> headers() const { return {}; }
    /// Whether the first redirect answers what was asked: then it is not followed.
    virtual bool isAnsweredByRedirect(const HttpAnswer& /*redirect*/) { return false; }
    /// Whether its headers ask for an answer only where the file is another one.
    virtual bool isConditional() const { return false; }
    /// An answer with the status 200, 206, 412 or 416, or 304 where it isConditional(). An error is final.
    virtual Result<> begin(const HttpAnswer& answer) = 0;
    /// The answer's body, piece by piece. The same.
    virtual Result<> take(std::span<const std::byte> bytes) = 0;
    /// Whether all of it is there, after an answer has ended.
    virtual bool isComplete() const = 0;
    /// Whether the answer has ended, says too little, and what is missing() now is to be asked for instead.
    virtual bool asksAgain() { return false; }
    /// The last call.
    virtual void finish(Result<> result) = 0;
};

/// Fetches a target: follows redirects, tries again what may pass, tells what failed. Keeps itself until the end.
class HttpFetch final : public HttpReceiver, public std::enable_shared_from_this<HttpFetch> {
public:
    static std::shared_ptr<HttpFetch> start(
        HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<FetchTarget> target);
    /// Ends it soon with Stopped, unless it has ended. From any thread.
    void cancel();

    bool begin(const HttpAnswer& answer) override;
    bool take(std::span<const std::byte> bytes) override;
    void end(const ExchangeEnd& end) override;

private:
    HttpFetch(HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<FetchTarget> target);
    void send(std::chrono::milliseconds delay = {});
    /// Whether the current answer has brought a good part of what was asked for.
    bool hasProgress() const;
    void follow();
    /// True where the answer tells another place, which is asked now.
    bool askElsewhere();
    void retry(Error error, ExchangeEnd::Server server = ExchangeEnd::Server::Answers);
    /// An answer that is neither a success nor a redirect.
    void refuse();
    Error refusal() const;
    /// Whether the address has a user and password, where the server wants one.
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
    int m_failures = 0; ///< since the last one after which something arrived
    int m_silences = 0; ///< of all tries: each takes long, also where something arrived before
    bool m_isElsewhere = false; ///< an answer has told another place
    bool m_isRenewed = false; ///< the redirects were requested again after a refusal

    std::uint64_t m_asked = 0; ///< bytes of the part that the current request asks for; 0 for all of a document

    // The current answer:
    HttpAnswer m_answer;
    bool m_isTaken = false; ///< the body is for the target
    std::uint64_t m_taken = 0;
    std::string m_text; ///< else its start
    std::optional<Error> m_error; ///< of the target
};

} // namespace loupe::remote
