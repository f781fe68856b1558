#include "remote/network_files.h"

#include "core/remote_wait.h"
#include "core/stop_scope.h"
#include "core/text/process_secrets.h"
#include "core/text/quote.h"
#include "remote/address.h"
#include "remote/http_url.h"
#include "remote/hub/kept_listing.h"
#include "remote/hub/kept_revisions.h"
#include "remote/hub_address.h"
#include "remote/probe.h"
#include "remote/remote_file.h"
#include "remote/sftp/sftp_file.h"

#include <algorithm>
#include <utility>

namespace loupe::remote {

namespace {

constexpr std::uint64_t probeSize = std::uint64_t{64} << 10;
/// How long a file that nobody has open any more, or that is not there, is not asked for again.
constexpr std::chrono::seconds remembered(30);

/// How long a failure stands for the next try, too.
constexpr std::chrono::seconds justNow(1);

/// What openings that were begun ahead may take of memory.
constexpr std::uint64_t mostPreparedBytes = std::uint64_t{128} << 20;

/// "sftp://host:port"
std::string sftpServer(const SftpAddress& address)
{
    return "sftp://" + hostAndPort(address.server);
}

/// "hf://owner/repo@branch"
std::string revisionOf(HubAddress file)
{
    file.path.clear();
    return hubAddressText(file);
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

Result<> NetworkFiles::keepOnDisk()
{
    auto settings = DiskCache::settings(m_environment);
    if (!settings)
        return loupe::fail(std::move(settings.error()));
    keepOnDisk(std::move(*settings));
    return {};
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
        m_sftpClient = std::make_unique<SftpClient>(m_environment, m_settings.noticedSilence);
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
    if (const auto page = web ? hubAddressOf(*web, endpointHost(m_environment)) : std::nullopt;
        page && page->path.empty())
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
    m_revisionsKept.clear();
    ++m_generation;
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
    opening.identity = identityAt(*opening.place);
    auto known = opening.identity ? m_cache->aboutOf(*opening.identity) : std::nullopt;
    const HubAccess* const hub = hubAccessOf(*opening.place);
    const std::string digest = hub ? hub->statedDigest() : std::string();
    const bool isSame = known && !known->digest.empty() && (digest.empty() || digest == known->digest);
    // What a commit has never changes. What is kept is of this one only if the URL has it.
    if (isSame && hub && !hub->commit().empty()) {
        opening.kept = std::move(known);
        return opening;
    }
    opening.probe = known ? std::make_shared<Probe>(bytes, std::move(known->version), std::move(known->digest))
                          : std::make_shared<Probe>(bytes);
    opening.bytes = bytes;
    opening.fetch = HttpFetch::start(client(), opening.place, opening.probe);
    return opening;
}

std::optional<DiskCache::Identity> NetworkFiles::identityAt(const HttpPlace& place) const
{
    return m_cache ? cacheIdentity(place.url(), shownName(addressOf(place.name()))) : std::nullopt;
}

void NetworkFiles::learnKeptFiles(const std::string& address)
{
    const auto access = m_cache ? m_places.hubAccess(address) : nullptr;
    if (access && !access->hub().filesIn(access->file()))
        learnKeptListing(*m_cache, *access);
}

Result<NetworkFiles::Opening> NetworkFiles::beginKept(const std::string& name, Error refusal)
{
    learnKeptFiles(addressOf(name));
    auto place = m_places.placeOf(addressOf(name), name);
    if (!place)
        return loupe::fail(std::move(place.error()));
    const HubAccess* const hub = m_cache ? hubAccessOf(**place) : nullptr;
    const bool isFixed = hub && isCommit(hub->file().revision);
    const std::string commit = hub ? hub->commit() : std::string();
    const auto revision = hub && !isFixed ? keptRevision(*m_cache, *hub) : std::nullopt;
    // A file of a branch is kept under its commit, or under the branch where the commit was not known when it was read.
    std::vector<std::shared_ptr<HttpPlace>> places{*place};
    if (revision && commit.empty())
        places.insert(places.begin(), hub->place(name, revision->commit));
    if (hub && !isFixed && !commit.empty())
        places.push_back(hub->place(name, hub->file().revision));
    Opening opening;
    for (const auto& each : places) {
        auto identity = identityAt(*each);
        auto kept = identity ? m_cache->aboutOf(*identity) : std::nullopt;
        const HubAccess* const access = hubAccessOf(*each);
        const std::string keptCommit =
            access && kept ? (access->commit().empty() ? kept->commit : access->commit()) : "";
        // All that is read of a branch is of one commit.
        if (!kept || (!commit.empty() && keptCommit != commit))
            continue;
        if (access)
            access->learnCommit(keptCommit);
        if (revision && revision->commit == keptCommit)
            kept->confirmed = revision->confirmed;
        opening = {.place = each, .probe = {}, .fetch = {}, .bytes = 0, .identity = std::move(identity), .kept = kept};
        break;
    }
    if (!opening.kept)
        return loupe::fail(std::move(refusal));
    if (!isFixed || opening.kept->digest.empty()) {
        const std::lock_guard lock(m_namesMutex);
        m_keptCopies.insert_or_assign(name,
            KeptCopy{.address = name,
                .confirmed = opening.kept->confirmed,
                .revision = hub ? revisionOf(hub->file()) : std::string()});
    }
    refusal.message = "this part of the file was not read before: it " + refusal.message;
    opening.place->refuse(std::move(refusal));
    return opening;
}

std::shared_ptr<void> NetworkFiles::prepare(const std::vector<ComingFile>& files)
{
    std::vector<std::shared_ptr<HttpFetch>> begun;
    std::unique_lock lock(m_mutex);
    forgetIfAsked();
    std::uint64_t waiting = 0;
    for (const auto& [name, opening] : m_prepared)
        waiting += opening.bytes;
    for (const ComingFile& file : files) {
        const std::uint64_t bytes = std::max(file.bytes, probeSize);
        if (waiting + bytes > mostPreparedBytes)
            continue;
        if (m_prepared.contains(file.address) || openedBefore(file.address) || m_places.copyOf(addressOf(file.address)))
            continue;
        auto place = m_places.placeOf(addressOf(file.address), file.address);
        // Such a server would send all of each file.
        if (!place || m_wholeOnly.contains(originOf((*place)->url())))
            continue;
        if (!m_places.checkAllowed(addressOf(file.address), file.address))
            continue;
        Opening opening = begin(std::move(*place), bytes);
        if (opening.kept)
            continue;
        waiting += bytes;
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
    std::uint64_t generation = 0;
    {
        const std::lock_guard lock(m_mutex);
        forgetIfAsked();
        generation = m_generation;
        if (auto opened = openedBefore(name))
            return std::move(*opened);
        if (auto failed = m_failed.extract(name); failed && Clock::now() - failed.mapped().when < justNow)
            return loupe::fail(std::move(failed.mapped().error));
        if (const auto copy = m_places.copyOf(addressOf(name)))
            return Source::open(*copy);
        sftp = sftpAddressOf(name);
        auto allowed = m_places.checkAllowed(addressOf(name), name);
        if (sftp && !allowed)
            return loupe::fail(std::move(allowed.error()));
        if (sftp) {
            // opened below
        } else if (!allowed) {
            auto kept = beginKept(name, std::move(allowed.error()));
            if (!kept)
                return loupe::fail(std::move(kept.error()));
            opening = std::move(*kept);
        } else if (auto prepared = m_prepared.extract(name)) {
            opening = std::move(prepared.mapped());
        } else {
            auto place = m_places.placeOf(addressOf(name), name);
            if (!place)
                return loupe::fail(std::move(place.error()));
            opening = begin(std::move(*place), probeSize);
        }
    }
    auto source = sftp ? openSftp(name, *sftp) : sourceOrKept(name, opening);
    if (!source && source.error().code == ErrorCode::Changed && !sftp) {
        if (const auto again = beginAtCommit(name, opening))
            source = sourceOrKept(name, *again);
    }
    const std::lock_guard lock(m_mutex);
    if (m_asksAgain || m_generation != generation)
        return source; // the next one asks anew
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
    auto source = open(name);
    const bool mayBeFolder =
        !source && (meansAbsent(source.error(), name) || (isSftp && source.error().code == ErrorCode::NotAFile));
    const auto isAtHub = mayBeFolder ? isFolderAtHub(name) : std::nullopt;
    const auto content = mayBeFolder && !isAtHub ? list(name) : Result<FolderContent>();
    if (isAtHub.value_or(false) || (content && !(content->files.empty() && content->folders.empty())))
        return true;
    if (auto absence = isAtHub ? absenceOf(name) : std::nullopt)
        source = tl::unexpected(std::move(*absence));
    // That one job was stopped, or had no memory, is no answer for the next one.
    if (!source && source.error().code != ErrorCode::Stopped && source.error().code != ErrorCode::OutOfMemory) {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_failed, [now = Clock::now()](const auto& entry) { return now - entry.second.when > justNow; });
        m_failed.insert_or_assign(name, Failed{source.error(), Clock::now()});
    }
    return false;
}

std::optional<bool> NetworkFiles::isFolderAtHub(const std::string& name)
{
    std::unique_ptr<FolderListing> listing;
    std::shared_ptr<const Hub> hub; // that learns what the listing has, also when others ask again meanwhile
    HttpClient* client = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        const std::string address = addressOf(name);
        if (!m_places.isOfHub(address))
            return std::nullopt;
        if (!m_places.checkAllowed(address, name)) {
            learnKeptFiles(address);
            return m_places.listedIn(address).has_value();
        }
        hub = m_places.hubSoFar();
        listing = m_places.listingAround(address);
        client = listing ? &this->client() : nullptr;
    }
    if (listing && !fetchListing(*client, *listing, name))
        return false;
    return hub && m_places.listedIn(addressOf(name), *hub).has_value();
}

std::optional<Error> NetworkFiles::absenceOf(const std::string& name)
{
    std::optional<Error> absence;
    std::function<std::string()> similarNames;
    {
        const std::lock_guard lock(m_mutex);
        auto place = m_places.placeOf(addressOf(name), name);
        if (place || place.error().code != ErrorCode::NotFound)
            return std::nullopt;
        absence = std::move(place.error());
        similarNames = m_places.similarNames(addressOf(name));
    }
    absence->message += similarNames();
    const std::lock_guard lock(m_mutex);
    m_opened[name] = {.source = {}, .kept = nullptr, .error = absence, .when = Clock::now()};
    return absence;
}

Result<FolderContent> NetworkFiles::list(const std::string& folder)
{
    const std::string name = knownName(folder);
    std::unique_ptr<FolderListing> listing;
    std::optional<SftpAddress> sftp;
    std::shared_ptr<const HubAccess> atHub;
    HttpClient* client = nullptr;
    SftpClient* sftpClient = nullptr;
    std::uint64_t generation = 0;
    {
        const std::lock_guard lock(m_mutex);
        forgetIfAsked();
        generation = m_generation;
        std::erase_if(
            m_listed, [now = Clock::now()](const auto& entry) { return now - entry.second.when > remembered; });
        if (const auto known = m_listed.find(name); known != m_listed.end())
            return known->second.content;
        sftp = sftpAddressOf(name);
        auto allowed = m_places.checkAllowed(addressOf(name), name);
        if (sftp && !allowed)
            return loupe::fail(std::move(allowed.error()));
        if (!allowed && !m_places.copiesIn(addressOf(name)))
            learnKeptFiles(addressOf(name));
        if (auto listed = m_places.listedIn(addressOf(name)))
            return std::move(*listed);
        atHub = m_places.hubAccess(addressOf(name));
        if (sftp) {
            sftpClient = &this->sftpClient();
        } else if (auto found = m_places.listingOf(addressOf(name), name)) {
            listing = std::move(*found);
            client = &this->client();
        } else if (auto copies = m_places.copiesIn(addressOf(name))) {
            return std::move(*copies); // without the network, what is here is all there is
        } else {
            if (!allowed && m_cache && std::ranges::any_of(m_cache->entries(), [&](const DiskCache::Entry& entry) {
                    return DiskCache::isNamed(entry.name, name);
                })) {
                found.error().message +=
                    "; the list of its files was not read before, so give the address of a file that was";
            }
            return loupe::fail(std::move(found.error()));
        }
    }
    auto content = sftp ? sftpClient->list(*sftp, name) : fetchListing(*client, *listing, name);
    if (!content)
        return content;
    if (atHub && m_cache)
        keepListing(*m_cache, *atHub);
    const std::lock_guard lock(m_mutex);
    if (!m_asksAgain && m_generation == generation)
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
    auto answer = [&] {
        const RemoteWait wait;
        return opening.probe->wait(StopScope::current());
    }();
    if (!answer && answer.error().code == ErrorCode::Stopped)
        opening.fetch->cancel();
    if (!answer)
        return loupe::fail(std::move(answer.error()));
    // The hub that this began with: somebody may want to ask it anew meanwhile.
    const HubAccess* const hub = hubAccessOf(*opening.place);
    const auto commit = hub ? hub->answeredCommit() : Result<std::string>();
    if (!commit)
        return loupe::fail(commit.error().code, commit.error().message, name);
    FileIdentity identity;
    HttpClient* client = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        identity = identityOf(name, answer->version);
        if (answer->isWhole)
            m_wholeOnly.insert(originOf(opening.place->url()));
        client = &this->client();
    }
    AboutFile about;
    about.version = answer->version;
    about.digest = hub ? hub->statedDigest() : std::string();
    about.commit = *commit;
    auto cache = cacheOf(opening, about, answer->mayBeStored && !answer->isWhole);
    keepRevisionOf(opening, *commit);
    auto place = opening.place;
    auto pin = PinnedVersion::Pin::Answer;
    if (hub && !answer->commit.empty()) {
        place = hub->placeNow(name);
        pin = PinnedVersion::Pin::Commit;
    }
    auto pinned = std::make_shared<PinnedVersion>(std::move(answer->version), name, pin);
    auto file = std::make_shared<RemoteFile>(*client, std::move(place), std::move(pinned), m_memory, std::move(cache));
    auto put = answer->isWhole ? file->keepWhole(answer->start) : file->put(0, answer->start);
    if (!put && answer->isWhole) {
        forgetUnused();
        put = file->keepWhole(answer->start);
    }
    if (!put)
        return loupe::fail(std::move(put.error()));
    return Source::remote(name, identity, std::move(file));
}

Result<std::shared_ptr<const Source>> NetworkFiles::sourceOrKept(const std::string& name, const Opening& opening)
{
    return opening.kept ? keptSource(name, opening) : sourceOf(name, opening);
}

std::optional<NetworkFiles::Opening> NetworkFiles::beginAtCommit(const std::string& name, const Opening& first)
{
    const HubAccess* const hub = hubAccessOf(*first.place);
    auto place = hub && hub->commit().empty() ? hub->placeNow(name) : nullptr;
    if (!place || hubAccessOf(*place)->commit().empty())
        return std::nullopt;
    const std::lock_guard lock(m_mutex);
    return begin(std::move(place), probeSize);
}

void NetworkFiles::keepRevisionOf(const Opening& opening, const std::string& commit)
{
    const HubAccess* const hub = hubAccessOf(*opening.place);
    if (!hub || !m_cache || opening.place->refusal() || commit.empty() || isCommit(hub->file().revision))
        return;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_revisionsKept.insert(revisionOf(hub->file()) + ' ' + commit).second)
            return;
    }
    keepRevision(*m_cache, *hub, commit);
}

Result<std::shared_ptr<const Source>> NetworkFiles::keptSource(const std::string& name, const Opening& opening)
{
    const AboutFile& kept = *opening.kept;
    FileIdentity identity;
    HttpClient* client = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        identity = identityOf(name, kept.version);
        client = &this->client();
    }
    if (const HubAccess* const hub = hubAccessOf(*opening.place)) {
        hub->learnDigest(kept.digest);
        keepRevisionOf(opening, hub->commit());
    }
    auto cache = cacheOf(opening, kept, true);
    if (!cache)
        return loupe::fail(ErrorCode::Io, "what was read of it before cannot be opened", name);
    auto pinned = std::make_shared<PinnedVersion>(kept.version, name, PinnedVersion::Pin::Commit);
    return Source::remote(name, identity,
        std::make_shared<RemoteFile>(*client, opening.place, std::move(pinned), m_memory, std::move(cache)));
}

std::vector<KeptCopy> NetworkFiles::keptCopies() const
{
    const std::lock_guard lock(m_namesMutex);
    std::vector<KeptCopy> copies;
    copies.reserve(m_keptCopies.size());
    for (const auto& [name, copy] : m_keptCopies)
        copies.push_back(copy);
    return copies;
}

std::optional<FileCache> NetworkFiles::cacheOf(const Opening& opening, const AboutFile& about, bool mayBeStored) const
{
    if (!opening.identity)
        return std::nullopt;
    if (!mayBeStored) {
        m_cache->forget(*opening.identity);
        return std::nullopt;
    }
    auto blocks = m_cache->open(*opening.identity, about.version, about.digest, about.commit);
    if (!opening.kept)
        m_cache->confirm(*opening.identity);
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

std::string NetworkFiles::silentHost() const
{
    const HttpClient* const client = m_started;
    std::string host = client ? client->transport().silentHost() : std::string();
    const SftpClient* const sftp = m_startedSftp;
    return host.empty() && sftp ? sftp->silentHost() : host;
}

} // namespace loupe::remote
