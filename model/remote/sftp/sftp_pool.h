#pragma once

#include "remote/sftp/sftp_connection.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace loupe::remote {

/// Connections to SSH servers by SftpRoute::key(): only a few per server, reused for later transfers. Usable from any
/// thread.
class SftpPool {
public:
    SftpPool() = default;
    ~SftpPool();
    SftpPool(const SftpPool&) = delete;
    SftpPool& operator=(const SftpPool&) = delete;

    /// Takes a connection; waits if too many to the server are in use. Null if the thread's job was stopped.
    std::unique_ptr<SftpConnection> take(const std::string& server);
    void giveBack(const std::string& server, std::unique_ptr<SftpConnection> connection);

private:
    std::mutex m_mutex; ///< guards the rest
    std::condition_variable_any m_givenBack;
    std::multimap<std::string, std::unique_ptr<SftpConnection>> m_idle;
    std::map<std::string, int> m_busy; ///< number of connections in use
};

} // namespace loupe::remote
