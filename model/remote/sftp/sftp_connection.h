#pragma once

#include <memory>
#include <set>

#include <curl/curl.h>

namespace loupe::remote {

/// libcurl's handle of one transfer after another, and of the connection that they share.
class SftpConnection {
public:
    SftpConnection();

    CURL* handle() const { return m_easy.get(); }

    /// Ends the connection, without a word to the server.
    void shutDown();
    /// Whether the next transfer can use it.
    bool isUsable() const { return !m_isShutDown; }

    /// As curl_easy_perform(), but ends at once where the thread's work is stopped.
    CURLcode perform();

private:
    void watchSockets();
    static int onSocketOpened(void* self, curl_socket_t socket, curlsocktype purpose);
    static int onSocketClosing(void* self, curl_socket_t socket);
    /// Ends a transfer that is under way. libcurl 7.88 waits for the server when it removes one, and with a time limit
    /// it leaks the session; but it ends by itself where the connection is lost.
    void giveUp();
    CURLcode end() const;

    struct Cleanup {
        void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
    };
    struct EasyCleanup {
        void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    };
    /// The connection's, also between transfers. While a host is looked for, one for each address that is tried.
    std::set<curl_socket_t> m_sockets;
    bool m_isShutDown = false;
    std::unique_ptr<CURLM, Cleanup> m_multi{curl_multi_init()};
    std::unique_ptr<CURL, EasyCleanup> m_easy{curl_easy_init()};
};

} // namespace loupe::remote
