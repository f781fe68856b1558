#pragma once

#include "core/result.h"
#include "remote/server_name.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::remote {

/// How ~/.ssh/config says to reach a host. Nothing in it is executed.
struct SshRoute {
    ServerName server; ///< with the host, port and user to use; user and port only where something says them
    std::vector<std::string> keyFiles; ///< paths of IdentityFile, in order
    /// What applies to the host and is not followed here, such as "ProxyCommand".
    std::vector<std::string> unsupported;
};

/// What stands in for `~`, `%d` and `%u`.
struct SshUser {
    std::string home;
    std::string name; ///< on this machine
};

/// Gives the texts of the files that an Include names, after its blanks and quotation marks were read.
using SshInclude = std::function<std::vector<std::string>(const std::string& pattern)>;

/// Reads Host, Match (all, host, originalhost, user, localuser), HostName, User, Port, IdentityFile and Include as ssh
/// does: of each setting the first value counts, and what the address says counts before. Fails with InvalidArgument
/// where a line cannot be understood, and with TooLarge where files include others without end.
Result<SshRoute> readSshConfig(
    std::string_view text, const ServerName& server, const SshUser& user, const SshInclude& include);

} // namespace loupe::remote
