#include "remote/network_files.h"

#include "core/remote/remote_wait.h"
#include "core/stop_scope.h"
#include "core/text/process_secrets.h"
#include "remote/http/http_url.h"
#include "remote/probe.h"
#include "remote/remote_file.h"
#include "remote/sftp/sftp_file.h"

#include <algorithm>
#include <utility>

namespace loupe::remote {

namespace {

constexpr std::uint64_t probeSize = std::uint64_t{64} << 10;

} // namespace

NetworkFiles::NetworkFiles(const RetryPolicy& policy, const HttpTransport::Settings& settings, Environment environment,
    const MemoryLimits& limits)
    : m_policy(policy)
    , m_settings(settings)
    , m_memory(std::make_shared<SegmentMemory>(limits))
    , m_environment(environment)
    , m_names(environment)
    , m_places(std::move(environment))
{
}

NetworkFiles::~NetworkFiles() = default;

void NetworkFiles::keepOnDisk(DiskCache::Settings settings)
{
    m_kept.keepOnDisk(std::move(settings));
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
    preventCoreDumps(); // since credentials will be loaded
    if (!m_sftpClient)
        m_sftpClient = std::make_unique<SftpClient>(m_environment, m_settings.noticedSilence);
    m_startedSftp = m_sftpClient.get();
    return *m_sftpClient;
}

void NetworkFiles::forgetIfAsked()
{
    if (!m_asksAgain.exchange(false))
        return;
    m_answers.forget();
    m_kept.askAgain();
    m_places.askAgain();
}

Opening NetworkFiles::begin(std::shared_ptr<HttpPlace> place, std::uint64_t bytes)
{
    Opening opening;
    opening.place = std::move(place);
    auto known = m_kept.find(*opening.place, m_names.addressOf(opening.place->name()));
    const HubAccess* const hub = hubAccessOf(*opening.place);
    const std::string digest = hub ? hub->statedDigest() : std::string();
    const bool isSame = known && !known->digest.empty() && (digest.empty() || digest == known->digest);
    // Files of a commit never change. The cached data is of this commit only if the URL contains it.
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

void NetworkFiles::learnKeptFiles(const std::string& address)
{
    if (const auto access = m_kept.isOn() ? m_places.hubAccess(address) : nullptr)
        m_kept.learnListing(*access);
}

Result<Opening> NetworkFiles::beginKept(const std::string& name, Error refusal)
{
    const std::string address = m_names.addressOf(name);
    learnKeptFiles(address);
    const auto place = m_places.placeOf(address, name);
    if (!place)
        return loupe::fail(place.error());
    auto opening = m_kept.openOffline(*place, name, address);
    if (!opening)
        return loupe::fail(std::move(refusal));
    refusal.message = "this part of the file is not in the cache, and " + m_places.offlineReason(address);
    opening->place->refuse(std::move(refusal));
    return std::move(*opening);
}

std::shared_ptr<void> NetworkFiles::prepare(const std::vector<ComingFile>& files)
{
    std::vector<std::shared_ptr<HttpFetch>> begun;
    std::unique_lock lock(m_mutex);
    forgetIfAsked();
    for (const ComingFile& file : files) {
        const std::uint64_t bytes = std::max(file.bytes, probeSize);
        if (!m_prepared.hasRoomFor(bytes))
            continue;
        const std::string address = m_names.addressOf(file.address);
        if (m_prepared.contains(file.address) || m_answers.opened(file.address) || m_places.copyOf(address))
            continue;
        auto place = m_places.placeOf(address, file.address);
        // Such a server would send each file in full.
        if (!place || m_wholeOnly.contains(originOf((*place)->url())))
            continue;
        if (!m_places.checkAllowed(address, file.address))
            continue;
        Opening opening = begin(std::move(*place), bytes);
        if (opening.kept)
            continue;
        begun.push_back(opening.fetch);
        m_prepared.add(file.address, std::move(opening));
    }
    lock.unlock();
    if (begun.empty())
        return nullptr;
    return {static_cast<void*>(this), [this, fetches = std::move(begun)](void*) {
                const std::lock_guard ending(m_mutex);
                m_prepared.giveUp(fetches);
            }};
}

NetworkFiles::Opened NetworkFiles::open(const std::string& address)
{
    const std::string name = m_names.knownName(address);
    const std::string real = m_names.addressOf(name);
    const auto sftp = m_names.sftpAddressOf(name);
    Opening opening;
    std::uint64_t generation = 0;
    {
        const std::lock_guard lock(m_mutex);
        forgetIfAsked();
        generation = m_answers.generation();
        if (auto opened = m_answers.opened(name))
            return std::move(*opened);
        if (auto failure = m_answers.takeFailure(name))
            return loupe::fail(std::move(*failure));
        if (const auto copy = m_places.copyOf(real))
            return Source::open(*copy);
        auto allowed = m_places.checkAllowed(real, name);
        if (sftp && !allowed)
            return loupe::fail(std::move(allowed.error()));
        if (sftp) {
            // opened below
        } else if (!allowed) {
            auto kept = beginKept(name, std::move(allowed.error()));
            if (!kept)
                return loupe::fail(std::move(kept.error()));
            opening = std::move(*kept);
        } else if (auto prepared = m_prepared.take(name)) {
            opening = std::move(*prepared);
        } else {
            auto place = m_places.placeOf(real, name);
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
    if (!m_asksAgain && m_answers.generation() == generation) // otherwise the next call asks again
        m_answers.noteOpened(name, source);
    return source;
}

FileIdentity NetworkFiles::identityOf(const std::string& name, const Version& version)
{
    m_fileBytes += version.size;
    return m_identities.of(name, version);
}

NetworkFiles::Opened NetworkFiles::openSftp(const std::string& name, const SftpAddress& file)
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
    const std::string name = m_names.knownName(address);
    const bool isSftp = m_names.sftpAddressOf(name).has_value();
    {
        const std::lock_guard lock(m_mutex);
        forgetIfAsked();
        if (const auto known = m_places.isFolder(m_names.addressOf(name)))
            return *known;
        if (m_places.copiesIn(m_names.addressOf(name)))
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
    // If one job was stopped or ran out of memory, the next one must try again.
    if (!source && source.error().code != ErrorCode::Stopped && source.error().code != ErrorCode::OutOfMemory) {
        const std::lock_guard lock(m_mutex);
        m_answers.noteFailure(name, source.error());
    }
    return false;
}

std::optional<bool> NetworkFiles::isFolderAtHub(const std::string& name)
{
    const std::string address = m_names.addressOf(name);
    std::unique_ptr<FolderListing> listing;
    std::shared_ptr<const Hub> hub; // receives the listing, even if others call askAgain() in the meantime
    HttpClient* client = nullptr;
    {
        const std::lock_guard lock(m_mutex);
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
    return hub && m_places.isListedFolder(address, *hub);
}

std::optional<Error> NetworkFiles::absenceOf(const std::string& name)
{
    const std::string address = m_names.addressOf(name);
    std::optional<Error> absence;
    std::function<std::string()> similarNames;
    {
        const std::lock_guard lock(m_mutex);
        auto place = m_places.placeOf(address, name);
        if (place || place.error().code != ErrorCode::NotFound)
            return std::nullopt;
        absence = std::move(place.error());
        similarNames = m_places.similarNames(address);
    }
    absence->message += similarNames();
    const std::lock_guard lock(m_mutex);
    m_answers.noteOpened(name, loupe::fail(*absence));
    return absence;
}

Result<FolderContent> NetworkFiles::list(const std::string& folder)
{
    const std::string name = m_names.knownName(folder);
    const std::string address = m_names.addressOf(name);
    const auto sftp = m_names.sftpAddressOf(name);
    std::unique_ptr<FolderListing> listing;
    std::shared_ptr<const HubAccess> atHub;
    HttpClient* client = nullptr;
    SftpClient* sftpClient = nullptr;
    std::uint64_t generation = 0;
    {
        const std::lock_guard lock(m_mutex);
        forgetIfAsked();
        generation = m_answers.generation();
        if (const FolderContent* const known = m_answers.listed(name))
            return *known;
        auto allowed = m_places.checkAllowed(address, name);
        if (sftp && !allowed)
            return loupe::fail(std::move(allowed.error()));
        if (!allowed && !m_places.copiesIn(address))
            learnKeptFiles(address);
        if (auto listed = m_places.listedIn(address))
            return std::move(*listed);
        atHub = m_places.hubAccess(address);
        if (sftp) {
            sftpClient = &this->sftpClient();
        } else if (auto found = m_places.listingOf(address, name)) {
            listing = std::move(*found);
            client = &this->client();
        } else if (auto copies = m_places.copiesIn(address)) {
            return std::move(*copies); // without the network, only local files exist
        } else {
            if (!allowed && m_kept.hasAnyOf(name)) {
                found.error().message +=
                    "; the list of its files was not read before, so give the address of a file that was";
            }
            return loupe::fail(std::move(found.error()));
        }
    }
    auto content = sftp ? sftpClient->list(*sftp, name) : fetchListing(*client, *listing, name);
    if (!content)
        return content;
    if (atHub)
        m_kept.keepListing(*atHub);
    const std::lock_guard lock(m_mutex);
    if (!m_asksAgain && m_answers.generation() == generation)
        m_answers.noteListed(name, *content);
    return content;
}

std::optional<FolderContent> NetworkFiles::listCopies(const std::string& folder)
{
    const std::string address = m_names.addressOf(m_names.knownName(folder));
    const std::lock_guard lock(m_mutex);
    return m_places.copiesIn(address);
}

NetworkFiles::Opened NetworkFiles::sourceOf(const std::string& name, const Opening& opening)
{
    auto answer = [&] {
        const RemoteWait wait;
        return opening.probe->wait(StopScope::current());
    }();
    if (!answer && answer.error().code == ErrorCode::Stopped)
        opening.fetch->cancel();
    if (!answer)
        return loupe::fail(std::move(answer.error()));
    // Uses the hub object from the start of this opening, since others may have called askAgain() in the meantime.
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
    const std::string address = m_names.addressOf(opening.place->name());
    std::optional<FileCache> cache;
    if (answer->mayBeStored && !answer->isWhole)
        cache = m_kept.open(*opening.place, address, about, true);
    else
        m_kept.forget(*opening.place, address, about);
    m_kept.keepRevisionOf(*opening.place, *commit);
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
        closeUnused();
        put = file->keepWhole(answer->start);
    }
    if (!put)
        return loupe::fail(std::move(put.error()));
    return Source::remote(name, identity, std::move(file));
}

NetworkFiles::Opened NetworkFiles::sourceOrKept(const std::string& name, const Opening& opening)
{
    return opening.kept ? keptSource(name, opening) : sourceOf(name, opening);
}

std::optional<Opening> NetworkFiles::beginAtCommit(const std::string& name, const Opening& first)
{
    const HubAccess* const hub = hubAccessOf(*first.place);
    auto place = hub && hub->commit().empty() ? hub->placeNow(name) : nullptr;
    if (!place || hubAccessOf(*place)->commit().empty())
        return std::nullopt;
    const std::lock_guard lock(m_mutex);
    return begin(std::move(place), probeSize);
}

NetworkFiles::Opened NetworkFiles::keptSource(const std::string& name, const Opening& opening)
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
        m_kept.keepRevisionOf(*opening.place, hub->commit());
    }
    auto cache = m_kept.open(*opening.place, m_names.addressOf(opening.place->name()), kept, false);
    if (!cache)
        return loupe::fail(ErrorCode::Io, "what was read of it before cannot be opened", name);
    auto pinned = std::make_shared<PinnedVersion>(kept.version, name, PinnedVersion::Pin::Commit);
    return Source::remote(name, identity,
        std::make_shared<RemoteFile>(*client, opening.place, std::move(pinned), m_memory, std::move(cache)));
}

void NetworkFiles::closeUnused()
{
    const std::lock_guard lock(m_mutex);
    m_answers.closeUnused();
}

std::string NetworkFiles::statedDigest(const std::string& address)
{
    const std::string real = m_names.addressOf(m_names.knownName(address));
    const std::lock_guard lock(m_mutex);
    return m_places.statedDigest(real);
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
