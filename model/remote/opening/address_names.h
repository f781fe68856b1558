#pragma once

#include "remote/address.h"
#include "remote/environment.h"
#include "remote/server_name.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace loupe::remote {

/// Maps public names, that is, addresses without secrets, to full addresses. Usable from any thread, including the UI
/// thread, so calls never block.
class AddressNames {
public:
    explicit AddressNames(Environment environment);

    /// See RemoteFiles::publicName().
    std::string publicName(const std::string& address);
    /// The public name for an address or a public name.
    std::string knownName(const std::string& address);
    /// The address with its secrets.
    std::string addressOf(const std::string& name) const;
    /// The SFTP address with user and password; nothing for other addresses.
    std::optional<SftpAddress> sftpAddressOf(const std::string& name) const;

private:
    const Environment m_environment;
    mutable std::mutex m_mutex; ///< guards the rest
    std::map<std::string, std::string> m_addresses; ///< with secrets, by public name
    /// With passwords, by originOf(); for SFTP by host and port.
    std::map<std::string, ServerName> m_users;
};

} // namespace loupe::remote
