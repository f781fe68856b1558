#include "remote/network_files.h"

#include "core/stop_scope.h"
#include "core/text/process_secrets.h"
#include "core/text/quote.h"
#include "remote/address.h"
#include "remote/http_url.h"
#include "remote/hub_address.h"
#include "remote/probe.h"
#include "remote/remote_file.h"
#include "remote/sftp/sftp_file.h"

namespace loupe::remote {

namespace {

constexpr std::uint64_t probeSize = std::uint64_t{64} << 10;
/// How long a file that nobody has open any more, or that is not there, is not asked for again.
constexpr std::chrono::seconds remembered(30);

/// How long a failure stands for the next try, too.
constexpr std::chrono::seconds justNow(1);

/// "sftp://host:port"
std::string sftpServer(const SftpAddress& address)
{
    return "sftp://" + hostAndPort(address.server);
}

} // namespace

NetworkFiles::NetworkFiles(const RetryPolicy& policy, const HttpTransport::Settings& settings, Environment environment,
    const MemoryLimits& limits)
    : m_policy(policy)
    , m_settings(settings)
    , m_memory(std::make_shared<SegmentMemory>(limits))
    , m_environment(environment)
    , m_places(std::move(environment))
{
}

NetworkFiles::~NetworkFiles() = default;

void NetworkFiles::keepOnDisk(DiskCache::Settings settings)
{
    m_cache = std::make_shared<DiskCache>(std::move(settings));
}

HttpClient& NetworkFiles::client()
{
    if (!m_client)
        m_client = std::make_unique<HttpClient>(m_policy, m_settings);
    m_started = m_client.get();
    return *m_client;
}

SftpClient& NetworkFiles::sftpClient()
{
    preventCoreDumps(); // keys
    if (!m_sftpClient)
        m_sftpClient = std::make_unique<SftpClient>(m_environment);
    m_startedSftp = m_sftpClient.get();
    return *m_sftpClient;
}

std::optional<SftpAddress> NetworkFiles::sftpAddressOf(const std::string& name) const
{
    auto parsed = parseAddress(addressOf(name));
    auto* const file = parsed ? std::get_if<SftpAddress>(&*parsed) : nullptr;
    if (!file)
        return std::nullopt;
    // Files beside one that a user may read are that user's, too.
    const std::lock_guard lock(m_namesMutex);
    const auto known = m_users.find(sftpServer(*file));
    if (known != m_users.end() && file->server.user.empty() && file->server.password.empty())
        file->server = known->second;
    return std::move(*file);
}

std::string NetworkFiles::publicName(const std::string& address)
{
    const auto parsed = parseAddress(address);
    const auto* const sftp = parsed ? std::get_if<SftpAddress>(&*parsed) : nullptr;
    // "host:/path" may be a file of this machine.
    if (!isAddress(address) && !(sftp && isRemote(address)))
        return address;
    const auto* const web = parsed ? std::get_if<WebAddress>(&*parsed) : nullptr;
    // The page of a whole repository: no file lies "in" its address.
    if (const auto page = web ? hubAddressOf(*web) : std::nullopt; page && page->path.empty())
        return hubAddressText(*page);
    const std::string name = shownName(address);
    if (withHiddenSecrets(address) != address)
        preventCoreDumps();
    const std::lock_guard lock(m_namesMutex);
    if (web && !(web->server.user.empty() && web->server.password.empty()))
        m_users.insert_or_assign(originOf(wireUrl(*web)), web->server);
    if (sftp && !(sftp->server.user.empty() && sftp->server.password.empty()))
        m_users.insert_or_assign(sftpServer(*sftp), sftp->server);
    if (m_urls.contains(address) && address.find('#') != address.npos)
        return address; // one of those below
    // Addresses that differ in their secrets alone may be different files.
    std::string numbered = name;
    for (int number = 2;; ++number) {
        const auto known = m_urls.emplace(numbered, address).first;
        if (known->second == address)
            return numbered;
        numbered = name + "#" + std::to_string(number);
    }
}

std::string NetworkFiles::knownName(const std::string& address)
{
    {
        const std::lock_guard lock(m_namesMutex);
        if (m_urls.contains(address))
            return address;
    }
    return publicName(address);
}

void NetworkFiles::forgetIfAsked()
{
    if (!m_asksAgain.exchange(false))
        return;
    m_opened.clear();
    m_failed.clear();
    m_listed.clear();
    m_places.askAgain();
}

std::optional<Result<std::shared_ptr<const Source>>> NetworkFiles::openedBefore(const std::string& name)
{
    const auto now = Clock::now();
    for (auto entry = m_opened.begin(); entry != m_opened.end();) {
        const bool isOld = now - entry->second.when > remembered;
        if (isOld)
            entry->second.kept.reset();
        entry = isOld && entry->second.source.expired() ? m_opened.erase(entry) : std::next(entry);
    }
    const auto found = m_opened.find(name);
    if (found == m_opened.end())
        return std::nullopt;
    if (found->second.error)
        return loupe::fail(*found->second.error);
    auto source = found->second.source.lock();
    if (source && source->checkUnchanged())
        return source;
    m_opened.erase(found);
    return std::nullopt;
}

std::string NetworkFiles::addressOf(const std::string& name) const
{
    const std::lock_guard lock(m_namesMutex);
    const auto url = m_urls.find(name);
    const std::string& address = url == m_urls.end() ? name : url->second;
    // Files beside one that a user may read are that user's, too.
    auto parsed = parseAddress(address);
    auto* const web = parsed ? std::get_if<WebAddress>(&*parsed) : nullptr;
    if (!web || !web->server.user.empty() || !web->server.password.empty())
        return address;
    const auto known = m_users.find(originOf(wireUrl(*web)));
    if (known == m_users.end())
        return address;
    web->server = known->second;
    return secretUrl(*web);
}

NetworkFiles::Opening NetworkFiles::begin(std::shared_ptr<HttpPlace> place, std::uint64_t bytes)
{
    Opening opening;
    opening.place = std::move(place);
    auto identity =
        m_cache ? cacheIdentity(opening.place->url(), shownName(addressOf(opening.place->name()))) : std::nullopt;
    auto known = identity ? m_cache->versionOf(*identity) : std::nullopt;
    opening.identity = std::move(identity);
    opening.probe = std::make_shared<Probe>(bytes, std::move(known));
    opening.fetch = HttpFetch::start(client(), opening.place, opening.probe);
    return opening;
}

std::shared_ptr<void> NetworkFiles::prepare(const std::vector<ComingFile>& files)
{
    std::vector<std::shared_ptr<HttpFetch>> begun;
    std::unique_lock lock(m_mutex);
    forgetIfAsked();
    for (const ComingFile& file : files) {
        if (m_prepared.contains(file.address) || openedBefore(file.address) || m_places.copyOf(addressOf(file.address)))
            continue;
        auto place = m_places.placeOf(addressOf(file.address), file.address);
        // Such a server would send all of each file.
        if (!place || m_wholeOnly.contains(originOf((*place)->url())))
            continue;
        Opening opening = begin(std::move(*place), std::max(file.bytes, probeSize));
        begun.push_back(opening.fetch);
        m_prepared.emplace(file.address, std::move(opening));
    }
    lock.unlock();
    if (begun.empty())
        return nullptr;
    return {static_cast<void*>(this), [this, fetches = std::move(begun)](void*) { giveUp(fetches); }};
}

void NetworkFiles::giveUp(const std::vector<std::shared_ptr<HttpFetch>>& fetches)
{
    const std::lock_guard lock(m_mutex);
    for (const auto& fetch : fetches) {
        if (std::erase_if(m_prepared, [&](const auto& entry) { return entry.second.fetch == fetch; }) > 0)
            fetch->cancel();
    }
}

Result<std::shared_ptr<const Source>> NetworkFiles::open(const std::string& address)
{
    const std::string name = knownName(address);
    Opening opening;
    std::optional<SftpAddress> sftp;
    {
        const std::lock_guard lock(m_mutex);
        forgetIfAsked();
        if (auto opened = openedBefore(name))
            return std::move(*opened);
        if (auto failed = m_failed.extract(name); failed && Clock::now() - failed.mapped().when < justNow)
            return loupe::fail(std::move(failed.mapped().error));
        if (const auto copy = m_places.copyOf(addressOf(name)))
            return Source::open(*copy);
        sftp = sftpAddressOf(name);
        if (auto allowed = m_places.checkAllowed(name); sftp && !allowed)
            return loupe::fail(std::move(allowed.error()));
        if (sftp) {
            // opened below
        } else if (auto prepared = m_prepared.extract(name)) {
            opening = std::move(prepared.mapped());
        } else {
            auto place = m_places.placeOf(addressOf(name), name);
            if (!place)
                return loupe::fail(std::move(place.error()));
            opening = begin(std::move(*place), probeSize);
        }
    }
    auto source = sftp ? openSftp(name, *sftp) : sourceOf(name, opening);
    const std::lock_guard lock(m_mutex);
    Opened& opened = m_opened[name];
    opened = {.source = {}, .kept = nullptr, .error = {}, .when = Clock::now()};
    if (source)
        opened.source = opened.kept = *source;
    else if (source.error().code == ErrorCode::NotFound)
        opened.error = source.error();
    else
        m_opened.erase(name);
    return source;
}

FileIdentity NetworkFiles::identityOf(const std::string& name, const Version& version)
{
    m_fileBytes += version.size;
    std::int64_t number = ++m_versions;
    if (version.hasStrongEtag())
        number =
            m_versionsKnown.emplace(std::pair(name, version.etag + std::to_string(version.size)), number).first->second;
    return {.device = Source::remoteDevice,
        .inode = m_numbers.emplace(name, m_numbers.size() + 1).first->second,
        .size = version.size,
        .modified = number};
}

Result<std::shared_ptr<const Source>> NetworkFiles::openSftp(const std::string& name, const SftpAddress& file)
{
    SftpClient* client = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        client = &sftpClient();
    }
    auto start = client->start(file, name, probeSize);
    if (!start)
        return loupe::fail(std::move(start.error()));
    FileIdentity identity;
    {
        const std::lock_guard lock(m_mutex);
        identity = identityOf(name, {.etag = {}, .modified = {}, .size = start->size});
    }
    return Source::remote(name, identity, std::make_shared<SftpFile>(*client, file, name, std::move(*start)));
}

bool NetworkFiles::isFolder(const std::string& address)
{
    const std::string name = knownName(address);
    bool isSftp = false;
    {
        const std::lock_guard lock(m_mutex);
        forgetIfAsked();
        isSftp = sftpAddressOf(name).has_value();
        if (const auto known = m_places.isFolder(addressOf(name)))
            return *known;
        if (m_places.copiesIn(addressOf(name)))
            return true;
    }
    const auto source = open(name);
    const bool mayBeFolder =
        !source && (meansAbsent(source.error(), name) || (isSftp && source.error().code == ErrorCode::NotAFile));
    const auto content = mayBeFolder ? list(name) : Result<FolderContent>();
    if (content && !(content->files.empty() && content->folders.empty()))
        return true;
    // That one job was stopped, or had no memory, is no answer for the next one.
    if (!source && source.error().code != ErrorCode::Stopped && source.error().code != ErrorCode::OutOfMemory) {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_failed, [now = Clock::now()](const auto& entry) { return now - entry.second.when > justNow; });
        m_failed.insert_or_assign(name, Failed{source.error(), Clock::now()});
    }
    return false;
}

Result<FolderContent> NetworkFiles::list(const std::string& folder)
{
    const std::string name = knownName(folder);
    std::unique_ptr<FolderListing> listing;
    std::optional<SftpAddress> sftp;
    HttpClient* client = nullptr;
    SftpClient* sftpClient = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        forgetIfAsked();
        std::erase_if(
            m_listed, [now = Clock::now()](const auto& entry) { return now - entry.second.when > remembered; });
        if (const auto known = m_listed.find(name); known != m_listed.end())
            return known->second.content;
        sftp = sftpAddressOf(name);
        auto allowed = m_places.checkAllowed(name);
        if (sftp && !allowed)
            return loupe::fail(std::move(allowed.error()));
        if (sftp) {
            sftpClient = &this->sftpClient();
        } else if (auto found = m_places.listingOf(addressOf(name), name)) {
            listing = std::move(*found);
            client = &this->client();
        } else if (auto copies = m_places.copiesIn(addressOf(name))) {
            return std::move(*copies); // without the network, what is here is all there is
        } else {
            return loupe::fail(std::move(found.error()));
        }
    }
    auto content = sftp ? sftpClient->list(*sftp, name) : fetchListing(*client, *listing, name);
    if (!content)
        return content;
    const std::lock_guard lock(m_mutex);
    m_listed.insert_or_assign(name, Listed{*content, Clock::now()});
    return content;
}

std::optional<FolderContent> NetworkFiles::listCopies(const std::string& folder)
{
    const std::string name = knownName(folder);
    const std::lock_guard lock(m_mutex);
    return m_places.copiesIn(addressOf(name));
}

Result<std::shared_ptr<const Source>> NetworkFiles::sourceOf(const std::string& name, const Opening& opening)
{
    auto answer = opening.probe->wait(StopScope::current());
    if (!answer && answer.error().code == ErrorCode::Stopped)
        opening.fetch->cancel();
    if (!answer)
        return loupe::fail(std::move(answer.error()));
    FileIdentity identity;
    HttpClient* client = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        identity = identityOf(name, answer->version);
        if (answer->isWhole)
            m_wholeOnly.insert(originOf(opening.place->url()));
        client = &this->client();
    }
    auto cache = cacheOf(opening, answer->version, answer->mayBeStored && !answer->isWhole);
    auto pinned = std::make_shared<PinnedVersion>(std::move(answer->version), name);
    auto file = std::make_shared<RemoteFile>(*client, opening.place, std::move(pinned), m_memory, std::move(cache));
    auto put = answer->isWhole ? file->keepWhole(answer->start) : file->put(0, answer->start);
    if (!put && answer->isWhole) {
        forgetUnused();
        put = file->keepWhole(answer->start);
    }
    if (!put)
        return loupe::fail(std::move(put.error()));
    return Source::remote(name, identity, std::move(file));
}

std::optional<FileCache> NetworkFiles::cacheOf(const Opening& opening, const Version& version, bool mayBeStored) const
{
    if (!opening.identity)
        return std::nullopt;
    if (!mayBeStored) {
        m_cache->forget(*opening.identity);
        return std::nullopt;
    }
    auto blocks = m_cache->open(*opening.identity, version);
    return blocks ? std::optional(FileCache{m_cache, std::move(blocks)}) : std::nullopt;
}

void NetworkFiles::forgetUnused()
{
    const std::lock_guard lock(m_mutex);
    for (auto& [name, opened] : m_opened)
        opened.kept.reset();
}

std::string NetworkFiles::statedDigest(const std::string& address)
{
    const std::string name = knownName(address);
    const std::lock_guard lock(m_mutex);
    return m_places.statedDigest(addressOf(name));
}

void NetworkFiles::setOffline()
{
    const std::lock_guard lock(m_mutex);
    m_places.setOffline();
}

RemoteTraffic NetworkFiles::traffic() const
{
    RemoteTraffic traffic{.bytes = 0, .requests = 0, .fileBytes = m_fileBytes};
    if (HttpClient* const client = m_started) {
        traffic.bytes += client->transport().bytesReceived();
        traffic.requests += client->transport().requestsSent();
    }
    if (const SftpClient* const client = m_startedSftp) {
        traffic.bytes += client->bytesReceived();
        traffic.requests += client->requestsSent();
    }
    return traffic;
}

} // namespace loupe::remote
