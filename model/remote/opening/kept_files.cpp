#include "remote/opening/kept_files.h"

#include "remote/address.h"
#include "remote/hub/hub_access.h"
#include "remote/hub/hub_address.h"
#include "remote/hub/kept_listing.h"
#include "remote/hub/kept_revisions.h"

#include <algorithm>
#include <utility>

namespace loupe::remote {

namespace {

/// "hf://owner/repo@branch"
std::string revisionText(HubAddress file)
{
    file.path.clear();
    return hubAddressText(file);
}

/// Git's hash of a small file is not a digest of its bytes alone.
bool isSha256(std::string_view digest)
{
    constexpr std::size_t digits = 64;
    return digest.size() == digits
        && std::ranges::all_of(digest, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace

void KeptFiles::keepOnDisk(DiskCache::Settings settings)
{
    m_cache = std::make_shared<DiskCache>(std::move(settings));
}

void KeptFiles::askAgain()
{
    const std::lock_guard lock(m_mutex);
    m_revisions.clear();
}

std::optional<DiskCache::Identity> KeptFiles::identityAt(const HttpPlace& place, const std::string& address) const
{
    return m_cache ? cacheIdentity(place.url(), shownName(address)) : std::nullopt;
}

std::optional<DiskCache::Identity> KeptFiles::identityOfContent(
    const DiskCache::Identity& identity, const HttpPlace& place, const std::string& digest)
{
    const HubAccess* const hub = hubAccessOf(place);
    if (!hub || !isSha256(digest))
        return std::nullopt;
    HubAddress repository = hub->file();
    repository.path.clear();
    repository.revision.clear();
    DiskCache::Identity content = identity;
    content.repository = wireUrl(hub->settings().endpoint) + ' ' + hubAddressText(repository);
    content.digest = digest;
    return content;
}

std::optional<AboutFile> KeptFiles::findAtUrl(const HttpPlace& place, const std::string& address) const
{
    const auto identity = identityAt(place, address);
    auto atUrl = identity ? m_cache->aboutOf(*identity) : std::nullopt;
    const bool namesContent = atUrl && atUrl->version.size == 0;
    const auto content = namesContent ? identityOfContent(*identity, place, atUrl->digest) : std::nullopt;
    if (!content)
        return atUrl;
    auto about = m_cache->aboutOf(*content);
    if (about) {
        about->commit = atUrl->commit;
        about->confirmed = atUrl->confirmed;
    }
    return about;
}

std::optional<AboutFile> KeptFiles::find(const HttpPlace& place, const std::string& address) const
{
    const auto identity = identityAt(place, address);
    const HubAccess* const hub = hubAccessOf(place);
    // The hub's digest applies to its commit.
    const bool isAtCommit = identity && hub && !hub->commit().empty();
    const auto content = isAtCommit ? identityOfContent(*identity, place, hub->statedDigest()) : std::nullopt;
    auto about = content ? m_cache->aboutOf(*content) : std::nullopt;
    if (!about)
        return findAtUrl(place, address);
    about->commit = hub->commit(); // it may have been read at another commit
    return about;
}

std::optional<FileCache> KeptFiles::open(
    const HttpPlace& place, const std::string& address, const AboutFile& about, bool isConfirmed)
{
    const auto identity = identityAt(place, address);
    if (!identity)
        return std::nullopt;
    const auto content = about.commit.empty() ? std::nullopt : identityOfContent(*identity, place, about.digest);
    if (content && about.version.hasStrongEtag()) {
        const Version noBytes{.etag = '"' + about.digest + '"', .modified = {}, .size = 0};
        m_cache->open(*identity, noBytes, about.digest, about.commit);
    }
    auto blocks = m_cache->open(content.value_or(*identity), about.version, about.digest, about.commit);
    if (isConfirmed) {
        m_cache->confirm(*identity);
        if (content)
            m_cache->confirm(*content);
    }
    return blocks ? std::optional(FileCache{m_cache, std::move(blocks)}) : std::nullopt;
}

void KeptFiles::forget(const HttpPlace& place, const std::string& address, const AboutFile& about)
{
    const auto identity = identityAt(place, address);
    if (!identity)
        return;
    m_cache->forget(*identity);
    if (const auto content = identityOfContent(*identity, place, about.digest))
        m_cache->forget(*content);
}

void KeptFiles::keepRevisionOf(const HttpPlace& place, const std::string& commit)
{
    const HubAccess* const hub = hubAccessOf(place);
    if (!hub || !m_cache || place.refusal() || commit.empty() || isCommit(hub->file().revision))
        return;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_revisions.insert(revisionText(hub->file()) + ' ' + commit).second)
            return;
    }
    keepRevision(*m_cache, *hub, commit);
}

void KeptFiles::keepListing(const HubAccess& folder)
{
    if (m_cache)
        remote::keepListing(*m_cache, folder);
}

void KeptFiles::learnListing(const HubAccess& file)
{
    if (m_cache && !file.hub().folderAt(file.file()))
        learnKeptListing(*m_cache, file);
}

bool KeptFiles::hasAnyOf(const std::string& name) const
{
    const auto entries = m_cache ? m_cache->entries() : std::vector<DiskCache::Entry>();
    return std::ranges::any_of(
        entries, [&](const DiskCache::Entry& entry) { return DiskCache::isNamed(entry.name, name); });
}

std::optional<Opening> KeptFiles::openOffline(
    const std::shared_ptr<HttpPlace>& place, const std::string& name, const std::string& address)
{
    const HubAccess* const hub = m_cache ? hubAccessOf(*place) : nullptr;
    const bool isFixed = hub && isCommit(hub->file().revision);
    const std::string commit = hub ? hub->commit() : std::string();
    const auto revision = hub && !isFixed ? keptRevision(*m_cache, *hub) : std::nullopt;
    // A file of a branch is cached under its commit, or under the branch if the commit was not known when it was read.
    std::vector<std::shared_ptr<HttpPlace>> places{place};
    if (revision && commit.empty())
        places.insert(places.begin(), hub->place(name, revision->commit));
    if (hub && !isFixed && !commit.empty())
        places.push_back(hub->place(name, hub->file().revision));
    for (const auto& each : places) {
        auto kept = findAtUrl(*each, address);
        const HubAccess* const access = hubAccessOf(*each);
        const std::string keptCommit =
            access && kept ? (access->commit().empty() ? kept->commit : access->commit()) : "";
        // All files of a branch are read from one commit.
        if (!kept || (!commit.empty() && keptCommit != commit))
            continue;
        if (access)
            access->learnCommit(keptCommit);
        if (revision && revision->commit == keptCommit)
            kept->confirmed = revision->confirmed;
        if (!isFixed || kept->digest.empty()) {
            const std::lock_guard lock(m_mutex);
            m_copies.insert_or_assign(name,
                KeptCopy{.address = name,
                    .confirmed = kept->confirmed,
                    .revision = hub ? revisionText(hub->file()) : std::string()});
        }
        return Opening{.place = each, .probe = {}, .fetch = {}, .bytes = 0, .kept = std::move(kept)};
    }
    return std::nullopt;
}

std::vector<KeptCopy> KeptFiles::copies() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<KeptCopy> copies;
    copies.reserve(m_copies.size());
    for (const auto& [name, copy] : m_copies)
        copies.push_back(copy);
    return copies;
}

} // namespace loupe::remote
