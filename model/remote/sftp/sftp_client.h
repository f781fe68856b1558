#pragma once

#include "core/byte_range.h"
#include "core/remote_files.h"
#include "remote/address.h"
#include "remote/environment.h"
#include "remote/sftp/ssh_config.h"
#include "remote/silence.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace loupe::remote {

/// Reads files of SSH servers through libcurl: each transfer that is under way has a connection, which is kept for the
/// next one. Usable from any thread. All calls wait, no longer than the StopScope of the thread allows.
///
/// A server's key must be in ~/.ssh/known_hosts, or the file that ~/.ssh/config names. Who asks is known by a key of
/// the agent, the first key file that ~/.ssh/config names and that exists, where it names none the first one of ~/.ssh,
/// or the password of the address.
class SftpClient {
public:
    /// `noticedSilence`: nobody is told of a shorter one.
    explicit SftpClient(const Environment& environment, std::chrono::milliseconds noticedSilence);
    ~SftpClient();
    SftpClient(const SftpClient&) = delete;
    SftpClient& operator=(const SftpClient&) = delete;

    struct Start {
        std::uint64_t size = 0; ///< of the file
        std::int64_t modified = 0; ///< seconds since 1970; -1 where the server does not tell
        std::vector<std::byte> bytes; ///< the first ones
    };

    /// The file's first `most` bytes, or all of it. `name`: for messages, without secrets. Fails with NotFound,
    /// PermissionDenied, Unsupported where this libcurl has no SFTP, NotAFile where the server opened it and gave
    /// nothing, as of a folder, and Io.
    Result<Start> start(const SftpAddress& file, const std::string& name, std::size_t most);
    /// Fills `target`, which is not empty, with the bytes from `offset` on; goes on from there after a connection was
    /// lost. Gives when the file was modified, as above. Fails so, too.
    Result<std::int64_t> read(
        const SftpAddress& file, const std::string& name, std::uint64_t offset, std::span<std::byte> target);
    Result<FolderContent> list(const SftpAddress& folder, const std::string& name);

    std::uint64_t bytesReceived() const { return m_bytes; }
    std::uint64_t requestsSent() const { return m_requests; }
    /// A host that is waited for while no byte has come from any for a while; empty otherwise.
    std::string silentHost() const { return m_silence.host(); }

private:
    class Connection;
    class Transfer;

    /// Which server an address leads to, and as whom it is asked.
    struct Route {
        ServerName server; ///< with a user
        std::string keyFile; ///< empty where there is none
        bool usesKeyFile = true;
        bool usesAgent = true;
        std::string knownHosts; ///< path; empty for none
        std::string hostKeyAlias; ///< as in SshRoute

        /// Connections of the same key are to the same server, which was checked in the same way, as the same user.
        std::string key() const
        {
            return server.user + "@" + hostAndPort(server) + ' ' + (usesAgent ? "agent " : "") + keyFile + '\0'
                + knownHosts + '\0' + hostKeyAlias;
        }
    };
    Result<Route> routeTo(const ServerName& server);
    Result<Route> readRoute(const ServerName& server) const;

    /// Waits for one where there are many to the server. Null where the thread's work was stopped.
    std::unique_ptr<Connection> takeConnection(const std::string& server);
    void giveBack(const std::string& server, std::unique_ptr<Connection> connection);

    const SshUser m_user;
    const std::string m_folder; ///< ~/.ssh
    std::string m_keyFile; ///< empty where there is none
    std::atomic<std::uint64_t> m_bytes = 0;
    std::atomic<std::uint64_t> m_requests = 0;
    Silence m_silence;
    std::mutex m_mutex; ///< guards the rest
    std::map<std::string, Route> m_routes; ///< by user, host and port of addresses
    std::condition_variable_any m_givenBack;
    std::multimap<std::string, std::unique_ptr<Connection>> m_idle; ///< by Route::key()
    std::map<std::string, int> m_busy; ///< how many are taken, by the same
};

} // namespace loupe::remote
