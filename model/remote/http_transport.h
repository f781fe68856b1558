#pragma once

#include "core/result.h"
#include "remote/http_message.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace loupe::remote {

/// How an exchange ended.
struct ExchangeEnd {
    std::optional<Error> failure; ///< of the network; nothing if the answer came to its end
    bool isPassing = false; ///< another try may succeed
    /// What is wrong with the server. One that has not answered yet may not exist.
    enum class Server { Answers, Unreached, Silent };
    Server server = Server::Answers;
};

/// Takes one answer. Called on the transport's thread: must not block.
class HttpReceiver {
public:
    virtual ~HttpReceiver() = default;
    /// False ends the exchange: the body is not wanted.
    virtual bool begin(const HttpAnswer& answer) = 0;
    /// The same.
    virtual bool take(std::span<const std::byte> bytes) = 0;
    /// The last call, also after a false.
    virtual void end(const ExchangeEnd& end) = 0;
};

/// Talks HTTP: one thread, many exchanges at once, HTTP/2 where the server has it. Neither redirects nor retries.
class HttpTransport {
public:
    struct Settings {
        std::chrono::seconds connectTimeout{15}; ///< for the look-up of a host, and for a connection to it
        std::chrono::seconds silence{25}; ///< below 1,000 bytes a second for so long is an error
        std::chrono::milliseconds noticedSilence{3000}; ///< nobody is told of a shorter one
    };

    explicit HttpTransport(const Settings& settings);
    /// Ends all exchanges.
    ~HttpTransport();
    HttpTransport(const HttpTransport&) = delete;
    HttpTransport& operator=(const HttpTransport&) = delete;

    /// Begins after `delay`. Keeps the receiver until its end().
    void send(HttpRequest request, std::shared_ptr<HttpReceiver> receiver, std::chrono::milliseconds delay = {});
    /// Ends the receiver's exchange soon, if it has one, with Stopped.
    void cancel(std::shared_ptr<HttpReceiver> receiver);

    /// Bytes of files and listings; pages of refusals and redirects do not count.
    std::uint64_t bytesReceived() const;
    std::uint64_t requestsSent() const;
    /// A host that is asked while no byte has come from any for a few seconds; empty otherwise.
    std::string silentHost() const;

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
};

} // namespace loupe::remote
