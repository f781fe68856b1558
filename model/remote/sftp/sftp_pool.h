#pragma once

#include "remote/sftp/sftp_connection.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace loupe::remote {

/// Connections to SSH servers, by SftpRoute::key(): few to each, and kept for the next transfer. Usable from any
/// thread.
class SftpPool {
public:
    SftpPool() = default;
    ~SftpPool();
    SftpPool(const SftpPool&) = delete;
    SftpPool& operator=(const SftpPool&) = delete;

    /// Waits for one where there are many to the server. Null if the thread's work was stopped.
    std::unique_ptr<SftpConnection> take(const std::string& server);
    void giveBack(const std::string& server, std::unique_ptr<SftpConnection> connection);

private:
    std::mutex m_mutex; ///< guards the rest
    std::condition_variable_any m_givenBack;
    std::multimap<std::string, std::unique_ptr<SftpConnection>> m_idle;
    std::map<std::string, int> m_busy; ///< how many are taken
};

} // namespace loupe::remote
