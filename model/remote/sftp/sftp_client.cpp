#include "remote/sftp/sftp_client.h"

#include "core/remote_wait.h"
#include "core/stop_scope.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "remote/percent_encoding.h"
#include "remote/sftp/sftp_listing.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <new>
#include <optional>
#include <random>
#include <set>
#include <stop_token>
#include <utility>

#include <curl/curl.h>
#include <glob.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace loupe::remote {

namespace {

constexpr long sftpConnectTimeout = 15; // seconds
constexpr long sftpSilence = 25; // seconds
constexpr long sftpSlowest = 1000; // bytes a second
constexpr std::size_t longestFolder = std::size_t{64} << 20; // bytes of its listing
/// A connection that was kept may have ended meanwhile.
constexpr int sftpTries = 4;
constexpr int triesOfSilentServer = 2;
constexpr std::chrono::milliseconds firstSftpWait(200);
/// To a server, at once: sshd refuses some of those that log in while ten others do.
constexpr int mostSftpConnections = 4;

bool isThere(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

std::string thisUser(const Environment& environment)
{
    if (std::string user = environment("USER"); !user.empty())
        return user;
    const passwd* const entry = ::getpwuid(::getuid());
    return entry ? entry->pw_name : "";
}

/// A file of settings; without text where there is none.
Result<SshConfigFile> readConfigFile(const std::string& path)
{
    constexpr std::size_t longest = std::size_t{1} << 20;
    SshConfigFile config{path, {}};
    if (!isThere(path))
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

/// The files that a pattern of the shell names, in the order of their names.
std::vector<std::string> filesNamed(const std::string& pattern)
{
    glob_t found = {};
    std::vector<std::string> files;
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
        files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    return files;
}

/// "host:22" of a server without a port.
std::string withPort(ServerName server)
{
    constexpr std::uint16_t sshPort = 22;
    if (!server.port)
        server.port = sshPort;
    return hostAndPort(server);
}

bool hasSftp()
{
    const curl_version_info_data* const info = curl_version_info(CURLVERSION_NOW);
    for (const char* const* protocol = info->protocols; *protocol; ++protocol) {
        if (std::string_view(*protocol) == "sftp")
            return true;
    }
    return false;
}

/// Before the next try, longer each time. False where the thread's work was stopped.
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

/// libcurl's handle of one transfer after another, and of the connection that they share.
class SftpClient::Connection {
public:
    Connection()
    {
        if (!m_multi || !m_easy)
            throw std::bad_alloc();
    }

    CURL* handle() const { return m_easy.get(); }

    /// Ends the connection, without a word to the server.
    void shutDown()
    {
        m_isShutDown = true;
        for (const curl_socket_t socket : m_sockets)
            ::shutdown(socket, SHUT_RDWR);
    }
    /// Whether the next transfer can use it.
    bool isUsable() const { return !m_isShutDown; }

    /// As curl_easy_perform(), but ends at once where the thread's work is stopped.
    CURLcode perform()
    {
        const std::stop_token stop = StopScope::current();
        const RemoteWait wait;
        const std::stop_callback wake(stop, [this] { curl_multi_wakeup(m_multi.get()); });
        if (stop.stop_requested())
            return CURLE_ABORTED_BY_CALLBACK; // the connection stays as it is
        watchSockets();
        if (curl_multi_add_handle(m_multi.get(), m_easy.get()) != CURLM_OK)
            return CURLE_OUT_OF_MEMORY;
        CURLMcode done = CURLM_OK;
        int running = 1;
        while (done == CURLM_OK && running > 0 && !stop.stop_requested()) {
            done = curl_multi_perform(m_multi.get(), &running);
            if (done == CURLM_OK && running > 0)
                done = curl_multi_poll(m_multi.get(), nullptr, 0, longestPoll, nullptr);
        }
        const CURLcode result = done != CURLM_OK ? CURLE_OUT_OF_MEMORY
            : running > 0                        ? CURLE_ABORTED_BY_CALLBACK
                                                 : end();
        if (running > 0)
            giveUp();
        curl_multi_remove_handle(m_multi.get(), m_easy.get());
        return result;
    }

private:
    static constexpr int longestPoll = 1000; // milliseconds

    void watchSockets()
    {
        const auto set = [this](CURLoption option, auto value) { curl_easy_setopt(m_easy.get(), option, value); };
        set(CURLOPT_SOCKOPTFUNCTION, &Connection::onSocketOpened);
        set(CURLOPT_SOCKOPTDATA, this);
        set(CURLOPT_CLOSESOCKETFUNCTION, &Connection::onSocketClosing);
        set(CURLOPT_CLOSESOCKETDATA, this);
    }

    static int onSocketOpened(void* self, curl_socket_t socket, curlsocktype /*purpose*/)
    {
        try {
            static_cast<Connection*>(self)->m_sockets.insert(socket);
        } catch (const std::bad_alloc&) {
            return CURL_SOCKOPT_ERROR;
        }
        return CURL_SOCKOPT_OK;
    }

    static int onSocketClosing(void* self, curl_socket_t socket)
    {
        static_cast<Connection*>(self)->m_sockets.erase(socket);
        return ::close(socket);
    }

    /// Ends a transfer that is under way. libcurl 7.88 waits for the server when it removes one, and with a time limit
    /// it leaks the session; but it ends by itself where the connection is lost.
    void giveUp()
    {
        constexpr int mostSteps = 100;
        int running = 1;
        shutDown();
        for (int step = 0; !m_sockets.empty() && running > 0 && step < mostSteps; ++step) {
            if (curl_multi_perform(m_multi.get(), &running) != CURLM_OK)
                break;
        }
        if (running > 0)
            curl_easy_setopt(m_easy.get(), CURLOPT_TIMEOUT_MS, 1L);
    }

    CURLcode end() const
    {
        int others = 0;
        const CURLMsg* const message = curl_multi_info_read(m_multi.get(), &others);
        return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_OUT_OF_MEMORY;
    }

    struct Cleanup {
        void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
    };
    struct EasyCleanup {
        void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    };
    /// The connection's, also between transfers. While a host is looked for, one for each address that is tried.
    std::set<curl_socket_t> m_sockets;
    bool m_isShutDown = false;
    std::unique_ptr<CURLM, Cleanup> m_multi{curl_multi_init()};
    std::unique_ptr<CURL, EasyCleanup> m_easy{curl_easy_init()};
};

/// One transfer of a connection.
class SftpClient::Transfer {
public:
    Transfer(SftpClient& client, const Route& route, const std::string& path, const std::string& name)
        : m_client(client)
        , m_route(route)
        , m_path(path)
        , m_name(name)
        , m_key(route.key())
        , m_connection(client.takeConnection(m_key))
        , m_handle(m_connection ? m_connection->handle() : nullptr)
    {
    }
    ~Transfer()
    {
        if (m_connection)
            m_client.giveBack(m_key, std::move(m_connection));
    }
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    /// Takes bytes, of a file of `size` bytes; false where no more are wanted.
    using Taker = std::function<bool(std::span<const std::byte> bytes, std::uint64_t size)>;

    /// All of it, once.
    Result<> run(const Taker& taker)
    {
        return run({}, taker, [this] { return !m_hasTaken && !size(); });
    }
    /// What `missing()` says, which is less after each connection that was lost.
    Result<> runRanges(const std::function<ByteRange()>& missing, const Taker& taker)
    {
        return run(missing, taker, [&missing] { return !missing().empty(); });
    }

    /// Seconds since 1970; -1 where it is not known.
    std::int64_t modified() const
    {
        curl_off_t time = -1;
        curl_easy_getinfo(m_handle, CURLINFO_FILETIME_T, &time);
        return time;
    }
    std::optional<std::uint64_t> size() const
    {
        curl_off_t size = -1;
        curl_easy_getinfo(m_handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &size);
        return size < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(size));
    }

private:
    /// `missing`: null for all. `mayGoOn`: whether it can be tried again after a connection was lost.
    Result<> run(const std::function<ByteRange()>& missing, const Taker& taker, const std::function<bool()>& mayGoOn)
    {
        if (!m_connection)
            return loupe::fail(ErrorCode::Stopped, "stopped", m_name);
        for (int tries = 1;; ++tries) {
            const ByteRange range = missing ? missing() : ByteRange{};
            const CURLcode result = perform(
                missing ? std::to_string(range.begin) + "-" + std::to_string(range.end - 1) : std::string(), taker);
            if (result == CURLE_OK || m_isEnough)
                return {};
            if (result == CURLE_ABORTED_BY_CALLBACK)
                return loupe::fail(ErrorCode::Stopped, "stopped", m_name);
            if (m_hasTaken)
                tries = 1;
            const bool isPassing = result == CURLE_SEND_ERROR || result == CURLE_RECV_ERROR || result == CURLE_SSH
                || result == CURLE_COULDNT_CONNECT || result == CURLE_OPERATION_TIMEDOUT || result == CURLE_AGAIN;
            const int most = result == CURLE_OPERATION_TIMEDOUT ? triesOfSilentServer : sftpTries;
            if (!isPassing || !mayGoOn() || tries >= most)
                return loupe::fail(errorOf(result));
            if (!waitForNextTry(tries))
                return loupe::fail(ErrorCode::Stopped, "stopped", m_name);
        }
    }

    CURLcode perform(const std::string& range, const Taker& taker)
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
        // libcurl looks the key up by the host of the URL, and connects to the other one.
        const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> connectTo(
            hasAlias ? curl_slist_append(nullptr, (m_route.hostKeyAlias + "::" + withPort(server)).c_str()) : nullptr,
            curl_slist_free_all);
        if (hasAlias && !connectTo)
            return CURLE_OUT_OF_MEMORY;
        set(CURLOPT_CONNECT_TO, connectTo.get());
        set(CURLOPT_URL, url.c_str());
        set(CURLOPT_PROTOCOLS_STR, "sftp");
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_QUICK_EXIT, 1L); // who is stopped does not wait for the resolver's thread
        set(CURLOPT_ERRORBUFFER, m_message.data());
        set(CURLOPT_CONNECTTIMEOUT, sftpConnectTimeout);
        set(CURLOPT_LOW_SPEED_LIMIT, sftpSlowest);
        set(CURLOPT_LOW_SPEED_TIME, sftpSilence);
        // Without a file, libcurl would accept any key.
        set(CURLOPT_SSH_KNOWNHOSTS, isThere(m_route.knownHosts) ? m_route.knownHosts.c_str() : "/dev/null");
        set(CURLOPT_SSH_KEYFUNCTION, &Transfer::judgeKey);
        set(CURLOPT_SSH_KEYDATA, this);
        set(CURLOPT_USERNAME, server.user.c_str());
        if (!server.password.empty())
            set(CURLOPT_PASSWORD, server.password.c_str());
        // Without the name of a file, libcurl would try some of its own.
        set(CURLOPT_SSH_AUTH_TYPES,
            static_cast<long>(CURLSSH_AUTH_ANY)
                & ~(m_route.usesKeyFile ? 0L : static_cast<long>(CURLSSH_AUTH_PUBLICKEY))
                & ~(m_route.usesAgent ? 0L : static_cast<long>(CURLSSH_AUTH_AGENT)));
        if (!m_route.keyFile.empty())
            set(CURLOPT_SSH_PRIVATE_KEYFILE, m_route.keyFile.c_str());
        set(CURLOPT_FILETIME, 1L);
        if (!range.empty())
            set(CURLOPT_RANGE, range.c_str());
        set(CURLOPT_WRITEFUNCTION, &Transfer::write);
        set(CURLOPT_WRITEDATA, this);
        ++m_client.m_requests;
        const Silence::Waiting waiting(m_client.m_silence, server.host);
        const CURLcode result = m_connection->perform();
        set(CURLOPT_CONNECT_TO, static_cast<curl_slist*>(nullptr)); // the list ends here
        return result;
    }

    std::string knownHostsName() const
    {
        return m_route.knownHosts.empty() ? "a known_hosts file" : m_route.knownHosts;
    }

    /// Takes no key but the known one, as libcurl does by itself, and notes why.
    static int judgeKey(CURL*, const curl_khkey*, const curl_khkey*, curl_khmatch match, void* self)
    {
        static_cast<Transfer*>(self)->m_isOtherKey = match == CURLKHMATCH_MISMATCH;
        return match == CURLKHMATCH_OK ? CURLKHSTAT_FINE : CURLKHSTAT_REJECT;
    }

    static std::size_t write(const char* bytes, std::size_t /*one*/, std::size_t count, void* self)
    {
        auto& transfer = *static_cast<Transfer*>(self);
        transfer.m_hasTaken = true;
        transfer.m_client.m_bytes += count;
        if (transfer.m_count)
            transfer.m_count->fetch_add(count, std::memory_order_relaxed);
        transfer.m_client.m_silence.heard();
        const bool wantsMore =
            (*transfer.m_taker)({reinterpret_cast<const std::byte*>(bytes), count}, transfer.size().value_or(0));
        transfer.m_isEnough = !wantsMore;
        return wantsMore ? count : 0;
    }

    Error errorOf(CURLcode result) const
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
                "the server lets none in as " + printable(m_route.server.user + "@" + hostAndPort(m_route.server))
                    + " with the keys of the SSH agent and of ~/.ssh, or with the password of the address");
        case CURLE_REMOTE_FILE_NOT_FOUND:
            return error(ErrorCode::NotFound, "there is no such file");
        case CURLE_REMOTE_ACCESS_DENIED:
            return error(ErrorCode::PermissionDenied, "the server does not allow to read it");
        case CURLE_BAD_DOWNLOAD_RESUME:
        case CURLE_RANGE_ERROR:
            return error(ErrorCode::Changed, "the file has become shorter on the server");
        case CURLE_OUT_OF_MEMORY:
            return error(ErrorCode::OutOfMemory, "no memory for the transfer");
        default:
            return error(ErrorCode::Io, "cannot be read over SFTP: " + printable(words));
        }
    }

    SftpClient& m_client;
    const Route& m_route;
    const std::string& m_path;
    const std::string& m_name;
    const std::string m_key;
    std::unique_ptr<Connection> m_connection;
    CURL* const m_handle; ///< the connection's
    const Taker* m_taker = nullptr;
    const FetchCount::Bytes m_count = FetchCount::ofThread(); ///< null for none
    bool m_isEnough = false; ///< the taker wants no more
    bool m_isOtherKey = false; ///< the server's key is not the known one
    bool m_hasTaken = false;
    std::array<char, CURL_ERROR_SIZE> m_message{};
};

SftpClient::SftpClient(const Environment& environment, std::chrono::milliseconds noticedSilence)
    : m_user{.home = environment("HOME"), .name = thisUser(environment)}
    , m_folder(m_user.home + "/.ssh/")
    , m_silence(noticedSilence)
{
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (started != CURLE_OK)
        throw std::bad_alloc();
    for (const char* const name : {"id_ed25519", "id_ecdsa", "id_rsa"}) {
        if (m_keyFile.empty() && isThere(m_folder + name))
            m_keyFile = m_folder + name;
    }
}

SftpClient::~SftpClient()
{
    // Each would wait for its server to say farewell, one after the other.
    for (const auto& [key, connection] : m_idle)
        connection->shutDown();
}

Result<SftpClient::Route> SftpClient::readRoute(const ServerName& server) const
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
    Route route{.server = std::move(found->server),
        .keyFile = m_keyFile,
        .usesKeyFile = true,
        .usesAgent = found->usesAgent,
        .knownHosts = m_folder + "known_hosts",
        .hostKeyAlias = std::move(found->hostKeyAlias)};
    if (route.server.user.empty())
        route.server.user = m_user.name;
    if (found->keyFiles) {
        const auto key = std::ranges::find_if(*found->keyFiles, isThere);
        route.usesKeyFile = key != found->keyFiles->end();
        route.keyFile = route.usesKeyFile ? *key : "";
    }
    if (found->knownHosts) {
        const auto known = std::ranges::find_if(*found->knownHosts, isThere);
        route.knownHosts = known != found->knownHosts->end() ? *known
            : found->knownHosts->empty()                     ? ""
                                                             : found->knownHosts->front();
    }
    return route;
}

Result<SftpClient::Route> SftpClient::routeTo(const ServerName& server)
{
    const std::string key = server.user + "@" + hostAndPort(server);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_routes.find(key);
            known != m_routes.end() && known->second.server.password == server.password)
            return known->second;
    }
    auto route = readRoute(server);
    if (route) {
        const std::lock_guard lock(m_mutex);
        m_routes.insert_or_assign(key, *route);
    }
    return route;
}

std::unique_ptr<SftpClient::Connection> SftpClient::takeConnection(const std::string& server)
{
    std::unique_lock lock(m_mutex);
    int& busy = m_busy[server];
    if (!m_givenBack.wait(lock, StopScope::current(), [&] { return busy < mostSftpConnections; }))
        return nullptr;
    const auto idle = m_idle.find(server);
    auto connection = idle == m_idle.end() ? std::make_unique<Connection>() : std::move(m_idle.extract(idle).mapped());
    ++busy;
    return connection;
}

void SftpClient::giveBack(const std::string& server, std::unique_ptr<Connection> connection)
{
    if (!connection->isUsable())
        connection.reset();
    else
        curl_easy_reset(connection->handle()); // its connection stays, and nothing of the transfer
    {
        const std::lock_guard lock(m_mutex);
        if (connection)
            m_idle.emplace(server, std::move(connection));
        --m_busy[server];
    }
    m_givenBack.notify_all();
}

Result<SftpClient::Start> SftpClient::start(const SftpAddress& file, const std::string& name, std::size_t most)
{
    if (!hasSftp())
        return fail(ErrorCode::Unsupported, "this program's libcurl has no SFTP", name);
    const auto route = routeTo(file.server);
    if (!route)
        return fail(route.error());
    Start start;
    Transfer transfer(*this, *route, file.path, name);
    // Only a transfer of all of the file tells its size; it is ended when the first bytes are here.
    const auto ran = transfer.run([&](std::span<const std::byte> bytes, std::uint64_t size) {
        start.size = size;
        const auto wanted = bytes.first(std::min(bytes.size(), most - start.bytes.size()));
        start.bytes.insert(start.bytes.end(), wanted.begin(), wanted.end());
        return start.bytes.size() < most;
    });
    if (!ran) {
        // A server opens folders, too, and tells how large they are.
        const bool isOpened = ran.error().code == ErrorCode::Io && transfer.size() && start.bytes.empty();
        return fail(isOpened ? ErrorCode::NotAFile : ran.error().code, ran.error().message, name);
    }
    start.modified = transfer.modified();
    if (start.bytes.size() < std::min<std::uint64_t>(most, start.size))
        return fail(ErrorCode::NotAFile, "the server sent less of the file than it has", name);
    return start;
}

Result<std::int64_t> SftpClient::read(
    const SftpAddress& file, const std::string& name, std::uint64_t offset, std::span<std::byte> target)
{
    const auto route = routeTo(file.server);
    if (!route)
        return fail(route.error());
    std::size_t filled = 0;
    bool isMore = false;
    Transfer transfer(*this, *route, file.path, name);
    const auto missing = [&] { return ByteRange{offset + filled, offset + target.size()}; };
    const auto ran = transfer.runRanges(missing, [&](std::span<const std::byte> bytes, std::uint64_t /*size*/) {
        isMore = bytes.size() > target.size() - filled;
        if (isMore)
            return false;
        std::ranges::copy(bytes, target.begin() + static_cast<std::ptrdiff_t>(filled));
        filled += bytes.size();
        return true;
    });
    if (!ran && filled != target.size())
        return fail(ran.error());
    if (isMore)
        return fail(ErrorCode::Io, "the server sends more bytes than it was asked for", name, offset + filled);
    if (filled != target.size())
        return fail(ErrorCode::Changed, "the file has become shorter on the server", name, offset + filled);
    return transfer.modified();
}

Result<FolderContent> SftpClient::list(const SftpAddress& folder, const std::string& name)
{
    if (!hasSftp())
        return fail(ErrorCode::Unsupported, "this program's libcurl has no SFTP", name);
    const auto route = routeTo(folder.server);
    if (!route)
        return fail(route.error());
    const std::string path = folder.path + (folder.path.ends_with('/') ? "" : "/");
    std::string text;
    bool isTooLong = false;
    Transfer transfer(*this, *route, path, name);
    const auto ran = transfer.run([&](std::span<const std::byte> bytes, std::uint64_t /*size*/) {
        isTooLong = bytes.size() > longestFolder - text.size();
        if (isTooLong)
            return false;
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return true;
    });
    if (!ran)
        return fail(ran.error());
    if (isTooLong)
        return fail(
            ErrorCode::TooLarge, "the listing of the folder is longer than " + formatBytes(longestFolder), name);
    return readLongListing(text);
}

} // namespace loupe::remote
