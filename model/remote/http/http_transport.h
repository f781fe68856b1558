#pragma once

#include "core/result.h"
#include "remote/http/http_message.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace loupe::remote {

/// How an exchange ended.
struct ExchangeEnd {
    std::optional<Error> failure; ///< a network error; nothing if the response arrived completely
    bool isPassing = false; ///< a retry may succeed
    /// The state of the server. A server that has not responded yet may not exist.
    enum class Server { Answers, Unreached, Silent };
    Server server = Server::Answers;
};

/// Receives one response. Called on the transport's thread, so it must not block.
class HttpReceiver {
public:
    virtual ~HttpReceiver() = default;
    /// Receives the headers. False ends the exchange, because the body is not wanted.
    virtual bool begin(const HttpAnswer& answer) = 0;
    /// Receives a piece of the body. False ends the exchange.
    virtual bool take(std::span<const std::byte> bytes) = 0;
    /// The last call, even after one of the others returned false.
    virtual void end(const ExchangeEnd& end) = 0;
};

/// Sends HTTP requests on one thread, many at once, over HTTP/2 if the server supports it. Does not follow redirects or
/// retry.
class HttpTransport {
public:
    struct Settings {
        std::chrono::seconds connectTimeout{15}; ///< for resolving a host, and again for connecting to it
        std::chrono::seconds silence{25}; ///< fewer than 1,000 bytes per second for this long is an error
        std::chrono::milliseconds noticedSilence{3000}; ///< shorter silences are not reported
    };

    explicit HttpTransport(const Settings& settings);
    /// Ends all exchanges.
    ~HttpTransport();
    HttpTransport(const HttpTransport&) = delete;
    HttpTransport& operator=(const HttpTransport&) = delete;

    /// Starts the request after `delay`. Keeps the receiver alive until its end().
    void send(HttpRequest request, std::shared_ptr<HttpReceiver> receiver, std::chrono::milliseconds delay = {});
    /// Ends the receiver's exchange, if any, soon with Stopped.
    void cancel(std::shared_ptr<HttpReceiver> receiver);

    /// Bytes of files and listings, without error pages and redirects.
    std::uint64_t bytesReceived() const;
    std::uint64_t requestsSent() const;
    /// A host with a pending request, if no data has arrived from any host for a few seconds; otherwise empty.
    std::string silentHost() const;

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
};

} // namespace loupe::remote
