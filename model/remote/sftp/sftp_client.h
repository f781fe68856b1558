#pragma once

#include "core/remote/remote_files.h"
#include "remote/address.h"
#include "remote/environment.h"
#include "remote/sftp/sftp_pool.h"
#include "remote/sftp/sftp_route.h"
#include "remote/sftp/sftp_transfer.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe::remote {

/// Reads files from SSH servers through libcurl. Each transfer in progress has a connection, which is reused for later
/// ones. Usable from any thread. All calls block, but no longer than the thread's StopScope allows.
///
/// A server's key must be in ~/.ssh/known_hosts or in the file that ~/.ssh/config specifies. The user authenticates
/// with a key of the agent; with the first existing key file that ~/.ssh/config specifies or, if it specifies none, the
/// first one in ~/.ssh; or with the password in the address.
class SftpClient {
public:
    /// Silences shorter than `noticedSilence` are not reported.
    explicit SftpClient(const Environment& environment, std::chrono::milliseconds noticedSilence);

    struct Start {
        std::uint64_t size = 0; ///< size of the file
        std::int64_t modified = 0; ///< seconds since 1970; -1 if the server does not report it
        std::vector<std::byte> bytes; ///< the first bytes
    };

    /// Reads the file's first `most` bytes, or all of it. `name` is for messages, without secrets. Fails with NotFound,
    /// PermissionDenied or Io; with Unsupported if this libcurl has no SFTP; with NotAFile if the server opened the
    /// path but returned nothing, as for a folder.
    Result<Start> start(const SftpAddress& file, const std::string& name, std::size_t most);
    /// Fills `target`, which must not be empty, with the bytes from `offset` on. Resumes if the connection is lost.
    /// Returns the modification time as above. Fails as start() does.
    Result<std::int64_t> read(
        const SftpAddress& file, const std::string& name, std::uint64_t offset, std::span<std::byte> target);
    Result<FolderContent> list(const SftpAddress& folder, const std::string& name);

    std::uint64_t bytesReceived() const { return m_traffic.bytes; }
    std::uint64_t requestsSent() const { return m_traffic.requests; }
    /// A host that we are waiting for, if no data has arrived from any host for a while; otherwise empty.
    std::string silentHost() const { return m_traffic.silence.host(); }

private:
    SftpTraffic m_traffic;
    SftpRoutes m_routes;
    SftpPool m_pool;
};

} // namespace loupe::remote
