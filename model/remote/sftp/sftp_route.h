#pragma once

#include "core/result.h"
#include "remote/environment.h"
#include "remote/server_name.h"
#include "remote/sftp/ssh_config.h"

#include <map>
#include <mutex>
#include <string>

namespace loupe::remote {

/// The server that an address leads to, and how to authenticate there.
struct SftpRoute {
    ServerName server; ///< includes the user
    std::string keyFile; ///< empty if there is none
    bool usesKeyFile = true;
    bool usesAgent = true;
    std::string knownHosts; ///< path; empty for none
    std::string hostKeyAlias; ///< as in SshRoute

    /// Connections with the same key are to the same server, verified in the same way, and for the same user.
    std::string key() const
    {
        return server.user + "@" + hostAndPort(server) + ' ' + (usesAgent ? "agent " : "") + keyFile + '\0' + knownHosts
            + '\0' + hostKeyAlias;
    }
};

/// Computes routes from ~/.ssh/config and the keys in ~/.ssh. Usable from any thread.
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
    std::map<std::string, SftpRoute> m_routes; ///< by user, host and port of the address
};

/// True if `path` is a regular file.
bool isFileThere(const std::string& path);

} // namespace loupe::remote
