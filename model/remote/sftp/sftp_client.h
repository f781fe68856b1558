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

    std::uint64_t bytesReceived() const { return m_traffic.bytes; }
    std::uint64_t requestsSent() const { return m_traffic.requests; }
    /// A host that is waited for while no byte has come from any for a while; empty otherwise.
    std::string silentHost() const { return m_traffic.silence.host(); }

private:
    SftpTraffic m_traffic;
    SftpRoutes m_routes;
    SftpPool m_pool;
};

} // namespace loupe::remote
