#include "remote/sftp/sftp_connection.h"

#include "core/remote/remote_wait.h"
#include "core/stop_scope.h"

#include <new>
#include <stop_token>

#include <sys/socket.h>
#include <unistd.h>

namespace loupe::remote {

SftpConnection::SftpConnection()
{
    if (!m_multi || !m_easy)
        throw std::bad_alloc();
}

void SftpConnection::shutDown()
{
    m_isShutDown = true;
    for (const curl_socket_t socket : m_sockets)
        ::shutdown(socket, SHUT_RDWR);
}

CURLcode SftpConnection::perform()
{
    constexpr int longestPoll = 1000; // milliseconds
    const std::stop_token stop = StopScope::current();
    const RemoteWait wait;
    const std::stop_callback wake(stop, [this] { curl_multi_wakeup(m_multi.get()); });
    if (stop.stop_requested())
        return CURLE_ABORTED_BY_CALLBACK; // the connection stays open
    watchSockets();
    if (curl_multi_add_handle(m_multi.get(), m_easy.get()) != CURLM_OK)
        return CURLE_OUT_OF_MEMORY;
    CURLMcode done = CURLM_OK;
    int running = 1;
    while (done == CURLM_OK && running > 0 && !stop.stop_requested()) {
        done = curl_multi_perform(m_multi.get(), &running);
        if (done == CURLM_OK && running > 0)
            done = curl_multi_poll(m_multi.get(), nullptr, 0, longestPoll, nullptr);
    }
    const CURLcode result = done != CURLM_OK ? CURLE_OUT_OF_MEMORY : running > 0 ? CURLE_ABORTED_BY_CALLBACK : end();
    if (running > 0)
        giveUp();
    curl_multi_remove_handle(m_multi.get(), m_easy.get());
    return result;
}

void SftpConnection::watchSockets()
{
    const auto set = [this](CURLoption option, auto value) { curl_easy_setopt(m_easy.get(), option, value); };
    set(CURLOPT_SOCKOPTFUNCTION, &SftpConnection::onSocketOpened);
    set(CURLOPT_SOCKOPTDATA, this);
    set(CURLOPT_CLOSESOCKETFUNCTION, &SftpConnection::onSocketClosing);
    set(CURLOPT_CLOSESOCKETDATA, this);
}

int SftpConnection::onSocketOpened(void* self, curl_socket_t socket, curlsocktype /*purpose*/)
{
    try {
        static_cast<SftpConnection*>(self)->m_sockets.insert(socket);
    } catch (const std::bad_alloc&) {
        return CURL_SOCKOPT_ERROR;
    }
    return CURL_SOCKOPT_OK;
}

int SftpConnection::onSocketClosing(void* self, curl_socket_t socket)
{
    static_cast<SftpConnection*>(self)->m_sockets.erase(socket);
    return ::close(socket);
}

void SftpConnection::giveUp()
{
    constexpr int mostSteps = 100;
    int running = 1;
    shutDown();
    for (int step = 0; !m_sockets.empty() && running > 0 && step < mostSteps; ++step) {
        if (curl_multi_perform(m_multi.get(), &running) != CURLM_OK)
            break;
    }
    if (running > 0)
        curl_easy_setopt(m_easy.get(), CURLOPT_TIMEOUT_MS, 1L);
}

CURLcode SftpConnection::end() const
{
    int others = 0;
    const CURLMsg* const message = curl_multi_info_read(m_multi.get(), &others);
    return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_OUT_OF_MEMORY;
}

} // namespace loupe::remote
