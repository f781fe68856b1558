#pragma once

#include "core/result.h"
#include "remote/server_name.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loupe::remote {

/// How ~/.ssh/config says to reach a host. Nothing in it is executed.
struct SshRoute {
    ServerName server; ///< with the host, port and user to use; user and port only where something says them
    /// Paths of IdentityFile, in order, in place of those that ssh tries by itself. Nothing if the config names
    /// none, empty if it says that there are none.
    std::optional<std::vector<std::string>> keyFiles;
    bool usesAgent = true; ///< keys of the SSH agent that the config does not name may be tried
    /// Paths of UserKnownHostsFile, in order, in place of ~/.ssh/known_hosts. Nothing if the config names none.
    std::optional<std::vector<std::string>> knownHosts;
    /// The name under which the known hosts have the server's key, in place of host and port; empty for these.
    std::string hostKeyAlias;
    /// What applies to the host and is not followed here, such as "ProxyCommand".
    std::vector<std::string> unsupported;
};

/// What stands in for `~`, `%d` and `%u`.
struct SshUser {
    std::string home;
    std::string name; ///< on this machine
};

struct SshConfigFile {
    std::string path; ///< for messages
    std::string text;
};

/// Gives the files that an Include names, after its blanks and quotation marks were read.
using SshInclude = std::function<Result<std::vector<SshConfigFile>>(const std::string& pattern)>;

/// Reads Host, Match (all, canonical, final, host, originalhost, user, localuser), HostName, User, Port, IdentityFile,
/// IdentitiesOnly, HostKeyAlias, UserKnownHostsFile and Include as ssh does: of each setting the first value counts,
/// and what the address says counts before. Where a Match says `final`, everything is read once more with the host's
/// final name. Fails with InvalidArgument if a line cannot be understood, and with TooLarge where files include
/// others without end. Errors name the file and the line.
Result<SshRoute> readSshConfig(
    const SshConfigFile& file, const ServerName& server, const SshUser& user, const SshInclude& include);

} // namespace loupe::remote
