#include "remote/sftp/sftp_route.h"

#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include <glob.h>
#include <pwd.h>
#include <unistd.h>

namespace loupe::remote {

namespace {

std::string thisUser(const Environment& environment)
{
    if (std::string user = environment("USER"); !user.empty())
        return user;
    const passwd* const entry = ::getpwuid(::getuid());
    return entry ? entry->pw_name : "";
}

/// Reads a settings file; without text if it does not exist.
Result<SshConfigFile> readConfigFile(const std::string& path)
{
    constexpr std::size_t longest = std::size_t{1} << 20;
    SshConfigFile config{path, {}};
    if (!isFileThere(path))
        return config;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fail(systemError(errno, "cannot read the settings of ssh", path));
    config.text.resize(longest + 1);
    file.read(config.text.data(), static_cast<std::streamsize>(config.text.size()));
    config.text.resize(static_cast<std::size_t>(file.gcount()));
    if (file.bad())
        return fail(systemError(errno, "cannot read the settings of ssh", path));
    if (config.text.size() > longest)
        return fail(ErrorCode::TooLarge,
            "the file is longer than " + formatBytes(longest) + ", expected settings of ssh", path);
    return config;
}

/// The files that match a shell pattern, sorted by name.
std::vector<std::string> filesNamed(const std::string& pattern)
{
    glob_t found = {};
    std::vector<std::string> files;
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
        files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    return files;
}

} // namespace

bool isFileThere(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

SftpRoutes::SftpRoutes(const Environment& environment)
    : m_user{.home = environment("HOME"), .name = thisUser(environment)}
    , m_folder(m_user.home + "/.ssh/")
{
    for (const char* const name : {"id_ed25519", "id_ecdsa", "id_rsa"}) {
        if (m_keyFile.empty() && isFileThere(m_folder + name))
            m_keyFile = m_folder + name;
    }
}

Result<SftpRoute> SftpRoutes::read(const ServerName& server) const
{
    const auto include = [this](const std::string& pattern) -> Result<std::vector<SshConfigFile>> {
        const std::string rooted = pattern.starts_with("~/") ? m_user.home + pattern.substr(1)
            : pattern.starts_with('/')                       ? pattern
                                                             : m_folder + pattern;
        std::vector<SshConfigFile> files;
        for (const std::string& path : filesNamed(rooted)) {
            auto file = readConfigFile(path);
            if (!file)
                return fail(std::move(file.error()));
            files.push_back(std::move(*file));
        }
        return files;
    };
    const auto config = readConfigFile(m_folder + "config");
    if (!config)
        return fail(config.error());
    auto found = readSshConfig(*config, server, m_user, include);
    if (!found)
        return fail(std::move(found.error()));
    if (!found->unsupported.empty()) {
        return fail(ErrorCode::Unsupported,
            found->unsupported.front() + " for " + quote(server.host)
                + " is not supported; use a host name for which it is not set",
            config->path);
    }
    SftpRoute route{.server = std::move(found->server),
        .keyFile = m_keyFile,
        .usesKeyFile = true,
        .usesAgent = found->usesAgent,
        .knownHosts = m_folder + "known_hosts",
        .hostKeyAlias = std::move(found->hostKeyAlias)};
    if (route.server.user.empty())
        route.server.user = m_user.name;
    if (found->keyFiles) {
        const auto key = std::ranges::find_if(*found->keyFiles, isFileThere);
        route.usesKeyFile = key != found->keyFiles->end();
        route.keyFile = route.usesKeyFile ? *key : "";
    }
    if (found->knownHosts) {
        const auto known = std::ranges::find_if(*found->knownHosts, isFileThere);
        route.knownHosts = known != found->knownHosts->end() ? *known
            : found->knownHosts->empty()                     ? ""
                                                             : found->knownHosts->front();
    }
    return route;
}

Result<SftpRoute> SftpRoutes::routeTo(const ServerName& server)
{
    const std::string key = server.user + "@" + hostAndPort(server);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_routes.find(key);
            known != m_routes.end() && known->second.server.password == server.password)
            return known->second;
    }
    auto route = read(server);
    if (route) {
        const std::lock_guard lock(m_mutex);
        m_routes.insert_or_assign(key, *route);
    }
    return route;
}

} // namespace loupe::remote
