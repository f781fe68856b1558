#include "remote/sftp/sftp_transfer.h"

#include "core/stop_scope.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "remote/percent_encoding.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <stop_token>
#include <utility>

namespace loupe::remote {

namespace {

constexpr long sftpConnectTimeout = 15; // seconds
constexpr long sftpSilence = 25; // seconds
constexpr long sftpSlowest = 1000; // bytes per second
/// An idle connection may have been closed in the meantime.
constexpr int sftpTries = 4;
constexpr int triesOfSilentServer = 2;
/// Counts even if some bytes arrived before each.
constexpr int mostSilences = 3;
constexpr std::chrono::milliseconds firstSftpWait(200);

/// "host:22" for a server without a port.
std::string withPort(ServerName server)
{
    constexpr std::uint16_t sshPort = 22;
    if (!server.port)
        server.port = sshPort;
    return hostAndPort(server);
}

/// Waits before the next try, longer each time. False if the thread's job was stopped.
bool waitForNextTry(int tries)
{
    thread_local std::minstd_rand random(std::random_device{}());
    const auto longest = firstSftpWait * (1 << (tries - 1));
    const std::chrono::milliseconds time(
        std::uniform_int_distribution<std::int64_t>(longest.count() / 2, longest.count())(random));
    const std::stop_token stop = StopScope::current();
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

} // namespace

SftpTransfer::SftpTransfer(
    SftpPool& pool, SftpTraffic& traffic, const SftpRoute& route, const std::string& path, const std::string& name)
    : m_pool(pool)
    , m_traffic(traffic)
    , m_route(route)
    , m_path(path)
    , m_name(name)
    , m_key(route.key())
    , m_connection(pool.take(m_key))
    , m_handle(m_connection ? m_connection->handle() : nullptr)
{
}

SftpTransfer::~SftpTransfer()
{
    if (m_connection)
        m_pool.giveBack(m_key, std::move(m_connection));
}

Result<> SftpTransfer::run(const Taker& taker)
{
    return run({}, taker, [this] { return !m_hasTaken && !size(); });
}

Result<> SftpTransfer::runRanges(const std::function<ByteRange()>& missing, const Taker& taker)
{
    return run(missing, taker, [&missing] { return !missing().empty(); });
}

std::int64_t SftpTransfer::modified() const
{
    curl_off_t time = -1;
    curl_easy_getinfo(m_handle, CURLINFO_FILETIME_T, &time);
    return time;
}

std::optional<std::uint64_t> SftpTransfer::size() const
{
    curl_off_t size = -1;
    curl_easy_getinfo(m_handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &size);
    return size < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(size));
}

Result<> SftpTransfer::run(
    const std::function<ByteRange()>& missing, const Taker& taker, const std::function<bool()>& mayGoOn)
{
    if (!m_connection)
        return loupe::fail(ErrorCode::Stopped, "stopped", m_name);
    int silences = 0;
    for (int tries = 1;; ++tries) {
        const ByteRange range = missing ? missing() : ByteRange{};
        const CURLcode result =
            perform(missing ? std::to_string(range.begin) + "-" + std::to_string(range.end - 1) : std::string(), taker);
        if (result == CURLE_OK || m_isEnough)
            return {};
        if (result == CURLE_ABORTED_BY_CALLBACK)
            return loupe::fail(ErrorCode::Stopped, "stopped", m_name);
        if (m_hasTaken)
            tries = 1;
        const bool isPassing = result == CURLE_SEND_ERROR || result == CURLE_RECV_ERROR || result == CURLE_SSH
            || result == CURLE_COULDNT_CONNECT || result == CURLE_OPERATION_TIMEDOUT || result == CURLE_AGAIN;
        const int most = result == CURLE_OPERATION_TIMEDOUT ? triesOfSilentServer : sftpTries;
        silences += result == CURLE_OPERATION_TIMEDOUT ? 1 : 0;
        if (!isPassing || !mayGoOn() || tries >= most || silences >= mostSilences)
            return loupe::fail(errorOf(result));
        if (!waitForNextTry(tries))
            return loupe::fail(ErrorCode::Stopped, "stopped", m_name);
    }
}

CURLcode SftpTransfer::perform(const std::string& range, const Taker& taker)
{
    const auto set = [this](CURLoption option, auto value) { curl_easy_setopt(m_handle, option, value); };
    m_taker = &taker;
    m_isEnough = false;
    m_hasTaken = false;
    m_message.front() = '\0';
    const ServerName& server = m_route.server;
    const bool hasAlias = !m_route.hostKeyAlias.empty();
    const std::string url =
        "sftp://" + (hasAlias ? m_route.hostKeyAlias : hostAndPort(server)) + percentEncoded(m_path, Slashes::Kept);
    // libcurl looks up the key by the host of the URL, but connects to the other host.
    const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> connectTo(
        hasAlias ? curl_slist_append(nullptr, (m_route.hostKeyAlias + "::" + withPort(server)).c_str()) : nullptr,
        curl_slist_free_all);
    if (hasAlias && !connectTo)
        return CURLE_OUT_OF_MEMORY;
    set(CURLOPT_CONNECT_TO, connectTo.get());
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "sftp");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_QUICK_EXIT, 1L); // do not wait for the resolver's thread when stopped
    set(CURLOPT_ERRORBUFFER, m_message.data());
    set(CURLOPT_CONNECTTIMEOUT, sftpConnectTimeout);
    set(CURLOPT_LOW_SPEED_LIMIT, sftpSlowest);
    set(CURLOPT_LOW_SPEED_TIME, sftpSilence);
    // Without a file, libcurl would accept any key.
    set(CURLOPT_SSH_KNOWNHOSTS, isFileThere(m_route.knownHosts) ? m_route.knownHosts.c_str() : "/dev/null");
    set(CURLOPT_SSH_KEYFUNCTION, &SftpTransfer::judgeKey);
    set(CURLOPT_SSH_KEYDATA, this);
    set(CURLOPT_USERNAME, server.user.c_str());
    if (!server.password.empty())
        set(CURLOPT_PASSWORD, server.password.c_str());
    // Without a file name, libcurl would try some default files.
    set(CURLOPT_SSH_AUTH_TYPES,
        static_cast<long>(CURLSSH_AUTH_ANY) & ~(m_route.usesKeyFile ? 0L : static_cast<long>(CURLSSH_AUTH_PUBLICKEY))
            & ~(m_route.usesAgent ? 0L : static_cast<long>(CURLSSH_AUTH_AGENT)));
    if (!m_route.keyFile.empty())
        set(CURLOPT_SSH_PRIVATE_KEYFILE, m_route.keyFile.c_str());
    set(CURLOPT_FILETIME, 1L);
    if (!range.empty())
        set(CURLOPT_RANGE, range.c_str());
    set(CURLOPT_WRITEFUNCTION, &SftpTransfer::write);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_PREREQFUNCTION, &SftpTransfer::onConnected);
    set(CURLOPT_PREREQDATA, this);
    const Silence::Waiting waiting(m_traffic.silence, server.host);
    const CURLcode result = m_connection->perform();
    set(CURLOPT_CONNECT_TO, static_cast<curl_slist*>(nullptr)); // the list is destroyed here
    return result;
}

std::string SftpTransfer::knownHostsName() const
{
    return m_route.knownHosts.empty() ? "a known_hosts file" : m_route.knownHosts;
}

int SftpTransfer::onConnected(void* self, char*, char*, int, int)
{
    ++static_cast<SftpTransfer*>(self)->m_traffic.requests;
    return CURL_PREREQFUNC_OK;
}

int SftpTransfer::judgeKey(CURL*, const curl_khkey*, const curl_khkey*, curl_khmatch match, void* self)
{
    static_cast<SftpTransfer*>(self)->m_isOtherKey = match == CURLKHMATCH_MISMATCH;
    return match == CURLKHMATCH_OK ? CURLKHSTAT_FINE : CURLKHSTAT_REJECT;
}

std::size_t SftpTransfer::write(const char* bytes, std::size_t /*one*/, std::size_t count, void* self)
{
    auto& transfer = *static_cast<SftpTransfer*>(self);
    transfer.m_hasTaken = true;
    transfer.m_traffic.bytes += count;
    if (transfer.m_count)
        transfer.m_count->fetch_add(count, std::memory_order_relaxed);
    transfer.m_traffic.silence.heard();
    const bool wantsMore =
        (*transfer.m_taker)({reinterpret_cast<const std::byte*>(bytes), count}, transfer.size().value_or(0));
    transfer.m_isEnough = !wantsMore;
    return wantsMore ? count : 0;
}

Error SftpTransfer::errorOf(CURLcode result) const
{
    const auto error = [this](ErrorCode code, std::string sentence) {
        return Error{code, std::move(sentence), m_name, {}};
    };
    const std::string words = m_message.front() ? m_message.data() : curl_easy_strerror(result);
    switch (result) {
    case CURLE_PEER_FAILED_VERIFICATION:
        if (m_isOtherKey) {
            return error(ErrorCode::PermissionDenied,
                "the server's key differs from the one in " + knownHostsName()
                    + ": someone may be intercepting the connection, or the server was set up again; ask its "
                      "administrator before you replace the key");
        }
        return error(ErrorCode::PermissionDenied,
            "the server's key is not in " + knownHostsName()
                + ": connect once with ssh, which shows it, and accept it");
    case CURLE_COULDNT_RESOLVE_HOST:
        return error(ErrorCode::Io, "there is no host named " + quote(m_route.server.host) + ", or no network");
    case CURLE_LOGIN_DENIED:
        return error(ErrorCode::PermissionDenied,
            "the server refused the login as " + printable(m_route.server.user + "@" + hostAndPort(m_route.server))
                + " with the keys of the SSH agent and of ~/.ssh, or with the password of the address");
    case CURLE_REMOTE_FILE_NOT_FOUND:
        return error(ErrorCode::NotFound, "there is no such file");
    case CURLE_REMOTE_ACCESS_DENIED:
        return error(ErrorCode::PermissionDenied, "permission denied by the server");
    case CURLE_BAD_DOWNLOAD_RESUME:
    case CURLE_RANGE_ERROR:
        return error(ErrorCode::Changed, "the file has become shorter on the server");
    case CURLE_OUT_OF_MEMORY:
        return error(ErrorCode::OutOfMemory, "no memory for the transfer");
    default:
        return error(ErrorCode::Io, "cannot be read over SFTP: " + printable(words));
    }
}

} // namespace loupe::remote
