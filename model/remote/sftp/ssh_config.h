#pragma once

#include "core/result.h"
#include "remote/server_name.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loupe::remote {

/// How to reach a host according to ~/.ssh/config. Nothing in it is executed.
struct SshRoute {
    ServerName server; ///< the host, port and user to use; user and port only if specified
    /// Paths of IdentityFile, in order, which replace those that ssh tries by default. Nothing if the config has none;
    /// empty if it says that there are none.
    std::optional<std::vector<std::string>> keyFiles;
    bool usesAgent = true; ///< whether to try keys of the SSH agent that the config does not name
    /// Paths of UserKnownHostsFile, in order, which replace ~/.ssh/known_hosts. Nothing if the config has none.
    std::optional<std::vector<std::string>> knownHosts;
    /// The name for the server's key in the known hosts, in place of host and port; empty for these.
    std::string hostKeyAlias;
    /// Settings for the host that we do not support, such as "ProxyCommand".
    std::vector<std::string> unsupported;
};

/// The values of `~`, `%d` and `%u`.
struct SshUser {
    std::string home;
    std::string name; ///< local user name
};

struct SshConfigFile {
    std::string path; ///< for messages
    std::string text;
};

/// Returns the files that an Include names. Spaces and quotation marks are already parsed.
using SshInclude = std::function<Result<std::vector<SshConfigFile>>(const std::string& pattern)>;

/// Parses Host, Match (all, canonical, final, host, originalhost, user, localuser), HostName, User, Port, IdentityFile,
/// IdentitiesOnly, HostKeyAlias, UserKnownHostsFile and Include as ssh does: the first value of each setting wins, and
/// values in the address take precedence. If a Match says `final`, parses everything again with the host's final name.
/// Fails with InvalidArgument if a line cannot be parsed, and with TooLarge if includes nest endlessly. Errors name the
/// file and line.
Result<SshRoute> readSshConfig(
    const SshConfigFile& file, const ServerName& server, const SshUser& user, const SshInclude& include);

} // namespace loupe::remote
