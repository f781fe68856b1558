#include "remote/opening/address_names.h"

#include "core/remote/remote_files.h"
#include "core/text/process_secrets.h"
#include "remote/http/http_url.h"
#include "remote/hub/hub_address.h"
#include "remote/hub/hub_settings.h"

#include <utility>

namespace loupe::remote {

namespace {

/// "sftp://host:port"
std::string sftpServer(const SftpAddress& address)
{
    return "sftp://" + hostAndPort(address.server);
}

} // namespace

AddressNames::AddressNames(Environment environment)
    : m_environment(std::move(environment))
{
}

std::string AddressNames::publicName(const std::string& address)
{
    const auto parsed = parseAddress(address);
    const auto* const sftp = parsed ? std::get_if<SftpAddress>(&*parsed) : nullptr;
    // "host:/path" may be a local file.
    if (!isAddress(address) && !(sftp && isRemote(address)))
        return address;
    const auto* const web = parsed ? std::get_if<WebAddress>(&*parsed) : nullptr;
    // The page of a whole repository: a file in it is not at its address plus a path.
    if (const auto page = web ? hubAddressOf(*web, endpointHost(m_environment)) : std::nullopt;
        page && page->path.empty())
        return hubAddressText(*page);
    const std::string name = shownName(address);
    if (withHiddenSecrets(address) != address)
        preventCoreDumps();
    const std::lock_guard lock(m_mutex);
    if (web && !(web->server.user.empty() && web->server.password.empty()))
        m_users.insert_or_assign(originOf(wireUrl(*web)), web->server);
    if (sftp && !(sftp->server.user.empty() && sftp->server.password.empty()))
        m_users.insert_or_assign(sftpServer(*sftp), sftp->server);
    if (m_addresses.contains(address) && address.find('#') != address.npos)
        return address; // one of the numbered names below
    // Addresses that differ only in their secrets may be different files.
    std::string numbered = name;
    for (int number = 2;; ++number) {
        const auto known = m_addresses.emplace(numbered, address).first;
        if (known->second == address)
            return numbered;
        numbered = name + "#" + std::to_string(number);
    }
}

std::string AddressNames::knownName(const std::string& address)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_addresses.contains(address))
            return address;
    }
    return publicName(address);
}

std::string AddressNames::addressOf(const std::string& name) const
{
    const std::lock_guard lock(m_mutex);
    const auto known = m_addresses.find(name);
    const std::string& address = known == m_addresses.end() ? name : known->second;
    // Applies the user of a known file to other files on the same server.
    auto parsed = parseAddress(address);
    auto* const web = parsed ? std::get_if<WebAddress>(&*parsed) : nullptr;
    if (!web || !web->server.user.empty() || !web->server.password.empty())
        return address;
    const auto user = m_users.find(originOf(wireUrl(*web)));
    if (user == m_users.end())
        return address;
    web->server = user->second;
    return secretUrl(*web);
}

std::optional<SftpAddress> AddressNames::sftpAddressOf(const std::string& name) const
{
    auto parsed = parseAddress(addressOf(name));
    auto* const file = parsed ? std::get_if<SftpAddress>(&*parsed) : nullptr;
    if (!file)
        return std::nullopt;
    // Applies the user of a known file to other files on the same server.
    const std::lock_guard lock(m_mutex);
    const auto user = m_users.find(sftpServer(*file));
    if (user != m_users.end() && file->server.user.empty() && file->server.password.empty())
        file->server = user->second;
    return std::move(*file);
}

} // namespace loupe::remote
