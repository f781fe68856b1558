#include "remote/network_files.h"

#include "core/stop_scope.h"
#include "core/text/quote.h"
#include "remote/address.h"
#include "remote/http_url.h"
#include "remote/probe.h"
#include "remote/remote_file.h"

namespace loupe::remote {

namespace {

constexpr std::uint64_t probeSize = std::uint64_t{64} << 10;
/// How long a file that nobody has open any more, or that is not there, is not asked for again.
constexpr std::chrono::seconds remembered(30);

} // namespace

NetworkFiles::NetworkFiles(const RetryPolicy& policy, const HttpTransport::Settings& settings, Environment environment,
    const MemoryLimits& limits)
    : m_policy(policy)
    , m_settings(settings)
    , m_memory(std::make_shared<SegmentMemory>(limits))
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
    return *m_client;
}

std::string NetworkFiles::publicName(const std::string& address)
{
    const std::string name = shownName(address);
    const auto parsed = parseAddress(address);
    const auto* const web = parsed ? std::get_if<WebAddress>(&*parsed) : nullptr;
    const std::lock_guard lock(m_mutex);
    if (web && !(web->server.user.empty() && web->server.password.empty()))
        m_users.insert_or_assign(originOf(wireUrl(*web)), web->server);
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
        const std::lock_guard lock(m_mutex);
        if (m_urls.contains(address))
            return address;
    }
    return publicName(address);
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
    auto identity = m_cache ? cacheIdentity(opening.place->url(), opening.place->name()) : std::nullopt;
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
    {
        const std::lock_guard lock(m_mutex);
        if (auto opened = openedBefore(name))
            return std::move(*opened);
        if (const auto copy = m_places.copyOf(addressOf(name)))
            return Source::open(*copy);
        if (auto prepared = m_prepared.extract(name)) {
            opening = std::move(prepared.mapped());
        } else {
            auto place = m_places.placeOf(addressOf(name), name);
            if (!place)
                return loupe::fail(std::move(place.error()));
            opening = begin(std::move(*place), probeSize);
        }
    }
    auto source = sourceOf(name, opening);
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

Result<std::shared_ptr<const Source>> NetworkFiles::sourceOf(const std::string& name, const Opening& opening)
{
    auto answer = opening.probe->wait(StopScope::current());
    if (!answer && answer.error().code == ErrorCode::Stopped)
        opening.fetch->cancel();
    if (!answer)
        return loupe::fail(std::move(answer.error()));
    FileIdentity identity{.device = Source::remoteDevice, .inode = 0, .size = answer->version.size, .modified = 0};
    HttpClient* client = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        identity.inode = m_numbers.emplace(name, m_numbers.size() + 1).first->second;
        m_fileBytes += identity.size;
        if (answer->isWhole)
            m_wholeOnly.insert(originOf(opening.place->url()));
        identity.modified = static_cast<std::int64_t>(++m_versions);
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

RemoteTraffic NetworkFiles::traffic() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_client)
        return {};
    return {.bytes = m_client->transport().bytesReceived(),
        .requests = m_client->transport().requestsSent(),
        .fileBytes = m_fileBytes};
}

} // namespace loupe::remote
