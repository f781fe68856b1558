#pragma once

#include <memory>
#include <set>

#include <curl/curl.h>

namespace loupe::remote {

/// A libcurl handle for consecutive transfers, with the connection that they share.
class SftpConnection {
public:
    SftpConnection();

    CURL* handle() const { return m_easy.get(); }

    /// Closes the connection without notifying the server.
    void shutDown();
    /// True if the next transfer can use it.
    bool isUsable() const { return !m_isShutDown; }

    /// As curl_easy_perform(), but ends at once if the thread's job is stopped.
    CURLcode perform();

private:
    void watchSockets();
    static int onSocketOpened(void* self, curl_socket_t socket, curlsocktype purpose);
    static int onSocketClosing(void* self, curl_socket_t socket);
    /// Aborts the current transfer by dropping the connection. libcurl 7.88 would wait for the server when removing the
    /// transfer, and would leak the session with a time limit.
    void giveUp();
    CURLcode end() const;

    struct Cleanup {
        void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
    };
    struct EasyCleanup {
        void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    };
    /// The sockets of the connection, even between transfers. While connecting to a host, one per address that is
    /// tried.
    std::set<curl_socket_t> m_sockets;
    bool m_isShutDown = false;
    std::unique_ptr<CURLM, Cleanup> m_multi{curl_multi_init()};
    std::unique_ptr<CURL, EasyCleanup> m_easy{curl_easy_init()};
};

} // namespace loupe::remote
