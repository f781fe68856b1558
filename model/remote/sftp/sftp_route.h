#pragma once

#include "core/result.h"
#include "remote/environment.h"
#include "remote/server_name.h"
#include "remote/sftp/ssh_config.h"

#include <map>
#include <mutex>
#include <string>

namespace loupe::remote {

/// Which server an address leads to, and as whom it is asked.
struct SftpRoute {
    ServerName server; ///< with a user
    std::string keyFile; ///< empty if there is none
    bool usesKeyFile = true;
    bool usesAgent = true;
    std::string knownHosts; ///< path; empty for none
    std::string hostKeyAlias; ///< as in SshRoute

    /// Connections of the same key are to the same server, which was checked in the same way, as the same user.
    std::string key() const
    {
        return server.user + "@" + hostAndPort(server) + ' ' + (usesAgent ? "agent " : "") + keyFile + '\0' + knownHosts
            + '\0' + hostKeyAlias;
    }
};

/// Routes as ~/.ssh/config and the keys in ~/.ssh say. Usable from any thread.
class SftpRoutes {
public:
    explicit SftpRoutes(const Environment& environment);

    Result<SftpRoute> routeTo(const ServerName& server);

private:
    Result<SftpRoute> read(const ServerName& server) const;

    const SshUser m_user;
    const std::string m_folder; ///< ~/.ssh
    std::string m_keyFile; ///< empty if there is none
    std::mutex m_mutex; ///< guards the rest
    std::map<std::string, SftpRoute> m_routes; ///< by user, host and port of addresses
};

/// Whether there is a regular file.
bool isFileThere(const std::string& path);

} // namespace loupe::remote
