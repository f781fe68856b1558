#pragma once

#include "core/buffer.h"
#include "core/source.h"
#include "remote/sftp/sftp_client.h"

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace loupe::remote {

/// One version of a file on an SSH server, read by ranges. Small reads, such as of headers, are served from cached
/// blocks; large ones go directly to the server.
class SftpFile final : public RemoteBytes {
public:
    /// `start` is the beginning of the file when it was opened.
    SftpFile(SftpClient& client, SftpAddress file, std::string name, SftpClient::Start start);

    Result<> read(std::uint64_t offset, std::span<std::byte> target) override;
    Result<std::span<const std::byte>> view(
        ByteRange range, Buffer& scratch, std::shared_ptr<const void>& keeper) override;
    /// Fetches nothing ahead.
    std::shared_ptr<void> expect(std::vector<ByteRange> /*ranges*/, const Reading& /*reading*/) override
    {
        return nullptr;
    }
    Result<> checkUnchanged() const override;
    std::string version() const override { return std::to_string(m_modified); }

private:
    struct Block {
        std::uint64_t offset = 0;
        std::vector<std::byte> bytes;
    };

    Result<> fetch(std::uint64_t offset, std::span<std::byte> target);
    /// The block that contains the byte; cached.
    Result<std::shared_ptr<const Block>> blockAt(std::uint64_t offset);

    SftpClient& m_client;
    const SftpAddress m_file;
    const std::string m_name;
    const std::uint64_t m_size;
    const std::int64_t m_modified;
    std::atomic<bool> m_hasChanged = false;
    std::mutex m_mutex;
    std::list<std::shared_ptr<const Block>> m_blocks; ///< most recently used first
};

} // namespace loupe::remote
