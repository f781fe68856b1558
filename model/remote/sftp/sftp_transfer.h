#pragma once

#include "core/byte_range.h"
#include "core/remote/remote_wait.h"
#include "core/result.h"
#include "remote/sftp/sftp_pool.h"
#include "remote/sftp/sftp_route.h"
#include "remote/silence.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace loupe::remote {

/// Counters shared by all transfers.
struct SftpTraffic {
    std::atomic<std::uint64_t> bytes = 0;
    std::atomic<std::uint64_t> requests = 0;
    Silence silence;
};

/// One transfer over a connection of the pool. Retries transient failures.
class SftpTransfer {
public:
    SftpTransfer(
        SftpPool& pool, SftpTraffic& traffic, const SftpRoute& route, const std::string& path, const std::string& name);
    ~SftpTransfer();
    SftpTransfer(const SftpTransfer&) = delete;
    SftpTransfer& operator=(const SftpTransfer&) = delete;

    /// Receives bytes of a file of `size` bytes; returns false if no more are wanted.
    using Taker = std::function<bool(std::span<const std::byte> bytes, std::uint64_t size)>;

    /// Transfers the whole file, without retries after data has arrived.
    Result<> run(const Taker& taker);
    /// Transfers the range that `missing()` returns, which must shrink after each lost connection.
    Result<> runRanges(const std::function<ByteRange()>& missing, const Taker& taker);

    /// Seconds since 1970; -1 if unknown.
    std::int64_t modified() const;
    std::optional<std::uint64_t> size() const;

private:
    /// `missing` is null for the whole file. `mayGoOn` returns whether to retry after a lost connection.
    Result<> run(const std::function<ByteRange()>& missing, const Taker& taker, const std::function<bool()>& mayGoOn);
    CURLcode perform(const std::string& range, const Taker& taker);
    std::string knownHostsName() const;
    /// Called when the connection is established; only then does a request count.
    static int onConnected(void* self, char* address, char* localAddress, int port, int localPort);
    /// Accepts only the known host key, as libcurl would by itself, and records why it refuses.
    static int judgeKey(CURL*, const curl_khkey*, const curl_khkey*, curl_khmatch match, void* self);
    static std::size_t write(const char* bytes, std::size_t one, std::size_t count, void* self);
    Error errorOf(CURLcode result) const;

    SftpPool& m_pool;
    SftpTraffic& m_traffic;
    const SftpRoute& m_route;
    const std::string& m_path;
    const std::string& m_name;
    const std::string m_key;
    std::unique_ptr<SftpConnection> m_connection;
    CURL* const m_handle; ///< of the connection
    const Taker* m_taker = nullptr;
    const FetchCount::Bytes m_count = FetchCount::ofThread(); ///< null if nobody counts
    bool m_isEnough = false; ///< the taker wants no more
    bool m_isOtherKey = false; ///< the server's key is not the known one
    bool m_hasTaken = false;
    std::array<char, CURL_ERROR_SIZE> m_message{};
};

} // namespace loupe::remote
