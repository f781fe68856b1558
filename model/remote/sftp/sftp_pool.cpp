#include "remote/sftp/sftp_pool.h"

#include "core/stop_scope.h"

#include <utility>

namespace loupe::remote {

SftpPool::~SftpPool()
{
    // Otherwise each connection would wait for its server to say goodbye, one after the other.
    for (const auto& [key, connection] : m_idle)
        connection->shutDown();
}

std::unique_ptr<SftpConnection> SftpPool::take(const std::string& server)
{
    /// The maximum number of connections per server: sshd may refuse logins while ten others are in progress.
    constexpr int most = 4;
    std::unique_lock lock(m_mutex);
    int& busy = m_busy[server];
    if (!m_givenBack.wait(lock, StopScope::current(), [&] { return busy < most; }))
        return nullptr;
    const auto idle = m_idle.find(server);
    auto connection =
        idle == m_idle.end() ? std::make_unique<SftpConnection>() : std::move(m_idle.extract(idle).mapped());
    ++busy;
    return connection;
}

void SftpPool::giveBack(const std::string& server, std::unique_ptr<SftpConnection> connection)
{
    if (!connection->isUsable())
        connection.reset();
    else
        curl_easy_reset(connection->handle()); // keeps the connection but no settings of the transfer
    {
        const std::lock_guard lock(m_mutex);
        if (connection)
            m_idle.emplace(server, std::move(connection));
        --m_busy[server];
    }
    m_givenBack.notify_all();
}

} // namespace loupe::remote
