#pragma once

#include "remote/address.h"
#include "remote/environment.h"
#include "remote/server_name.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace loupe::remote {

/// Addresses without their secrets, and which ones they stand for. Usable from any thread; the UI thread is among them,
/// so a call waits for nothing.
class AddressNames {
public:
    explicit AddressNames(Environment environment);

    /// As RemoteFiles has it.
    std::string publicName(const std::string& address);
    /// The public name, of an address or of itself.
    std::string knownName(const std::string& address);
    /// The address with its secrets.
    std::string addressOf(const std::string& name) const;
    /// What is opened over SFTP, with its user and password; nothing for another address.
    std::optional<SftpAddress> sftpAddressOf(const std::string& name) const;

private:
    const Environment m_environment;
    mutable std::mutex m_mutex; ///< guards the rest
    std::map<std::string, std::string> m_addresses; ///< with their secrets, by public name
    /// With their passwords, by originOf(); of SFTP by host and port.
    std::map<std::string, ServerName> m_users;
};

} // namespace loupe::remote
