#pragma once

#include "remote/http/http_transport.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

#include <curl/curl.h>

namespace loupe::remote {

/// An HTTP request in progress and its response.
class HttpExchange {
public:
    /// Counters shared by all exchanges.
    struct Counters {
        std::atomic<std::uint64_t>& bytesReceived; ///< of files and listings, without error pages
        std::atomic<std::uint64_t>& piecesReceived; ///< of all responses: header lines and parts of bodies
        std::atomic<std::uint64_t>& requestsSent;
    };

    HttpExchange(HttpRequest request, std::shared_ptr<HttpReceiver> receiver, const HttpTransport::Settings& settings,
        const Counters& counters);
    ~HttpExchange();
    HttpExchange(const HttpExchange&) = delete;
    HttpExchange& operator=(const HttpExchange&) = delete;

    CURL* easy() const { return m_easy; }
    const HttpReceiver* receiver() const { return m_receiver.get(); }
    const std::string& url() const { return m_request.url; }

    /// The deadline for resolving the host, then for connecting to it. Nothing if there is a connection, or the
    /// exchange is still queued.
    std::optional<std::chrono::steady_clock::time_point> connectDeadline() const { return m_connectDeadline; }

    /// Reports the end to the receiver. Call once.
    void finish(CURLcode result);
    void stop();

private:
    void setUp(const HttpTransport::Settings& settings);
    void setCertificates();
    bool takeHeader(std::string_view line);
    bool takeBody(std::span<const std::byte> bytes);
    bool begin();
    /// Calls `take` for libcurl, which exceptions must not pass through. False ends the exchange.
    template <typename Take>
    bool guarded(Take take);
    ExchangeEnd failureOf(CURLcode result) const;
    std::string sentence(CURLcode result) const;

    static std::size_t onHeader(char* data, std::size_t size, std::size_t count, void* exchange);
    static std::size_t onBody(char* data, std::size_t size, std::size_t count, void* exchange);
    static int onLookUp(void* resolver, void*, void* exchange);
    static int onSocket(void* exchange, curl_socket_t, curlsocktype);
    static int onConnected(void* exchange, char* address, char*, int, int);

    HttpRequest m_request;
    std::shared_ptr<HttpReceiver> m_receiver;
    const Counters m_counters;
    CURL* m_easy = nullptr;
    curl_slist* m_headers = nullptr;
    std::chrono::seconds m_connectTimeout;
    std::optional<std::chrono::steady_clock::time_point> m_connectDeadline;
    bool m_isLookingUp = false; ///< the deadline is for resolving the host
    HttpAnswer m_answer;
    std::size_t m_headerBytes = 0;
    bool m_isOutOfMemory = false;
    bool m_hasBegun = false; ///< the receiver has the headers
    bool m_isUnwanted = false; ///< the receiver does not want the rest
    bool m_isRefused = false; ///< the server's address is not allowed
    bool m_isPublic = false; ///< the server is not on this machine or network
    std::array<char, CURL_ERROR_SIZE> m_message{};
};

ExchangeEnd stoppedExchange();

/// True if a numeric IP address belongs to the internet, not to this machine or a private network.
bool isPublicServer(std::string_view address);

} // namespace loupe::remote
