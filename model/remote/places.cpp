#include "remote/places.h"

#include "core/text/edit_distance.h"
#include "core/text/process_secrets.h"
#include "core/text/quote.h"
#include "remote/hub/hub_address.h"
#include "remote/hub/hub_cache.h"
#include "remote/hub/hub_listing.h"
#include "remote/s3/s3_folder.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace loupe::remote {

namespace {

bool namesAFile(std::string_view path)
{
    return !path.empty() && !path.ends_with('/');
}

/// "; similar names: a, b", from files with a small edit distance to the path, or with the same name in another folder.
std::string namesLike(const std::map<std::string, std::string>& files, const std::string& path)
{
    constexpr std::size_t mostCompared = 10'000;
    constexpr std::size_t longestCompared = 200;
    constexpr std::size_t mostShown = 3;
    constexpr std::size_t leastChanged = 2;
    if (files.size() > mostCompared || path.size() > longestCompared)
        return {};
    const auto nameOf = [](const std::string& file) { return file.substr(file.rfind('/') + 1); };
    const std::size_t most = std::max(leastChanged, path.size() / 4);
    std::vector<std::pair<std::size_t, std::string>> similar;
    for (const auto& [file, digest] : files) {
        const bool isElsewhere = nameOf(file) == nameOf(path);
        // The edit distance is at least the difference in length.
        const bool mayBe = file.size() <= path.size() + most && path.size() <= file.size() + most;
        const std::size_t distance = isElsewhere || !mayBe ? std::size_t{0} : editDistance(file, path);
        if (isElsewhere || (mayBe && distance <= most))
            similar.emplace_back(distance, file);
    }
    std::ranges::sort(similar);
    std::string text;
    for (std::size_t i = 0; i < std::min(similar.size(), mostShown); ++i)
        text += (i == 0 ? "; similar names: " : ", ") + quote(similar[i].second);
    return text;
}

} // namespace

std::string Places::offlineReason(const std::string& address)
{
    if (m_isOffline)
        return "--offline forbids the network";
    const auto known = hubAddress(address) ? hub() : Result<std::shared_ptr<Hub>>(nullptr);
    const bool isOffline = known && *known && (*known)->settings().isOffline;
    return isOffline ? "HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE forbids the network" : "";
}

Result<> Places::checkAllowed(const std::string& address, const std::string& name)
{
    const std::string reason = offlineReason(address);
    if (reason.empty())
        return {};
    const std::string where = m_isOffline ? "on this machine" : "in " + m_hub->settings().cacheFolder;
    return fail(ErrorCode::Unsupported, "is not " + where + ", and " + reason, name);
}

Result<std::shared_ptr<HttpPlace>> Places::placeOf(const std::string& address, const std::string& name)
{
    const auto parsed = parseAddress(address);
    if (!parsed)
        return fail(parsed.error());
    if (const auto file = hubAddress(*parsed))
        return hubPlace(*file, name);
    if (const auto* const object = std::get_if<S3Address>(&*parsed))
        return s3Place(*object, name);
    if (const auto* const web = std::get_if<WebAddress>(&*parsed))
        return std::make_shared<HttpPlace>(secretUrl(*web), name);
    return fail(ErrorCode::Unsupported, "is no address of a web server, a hub or a bucket", name);
}

std::optional<std::string> Places::copyOf(const std::string& address)
{
    const auto file = hubAddress(address);
    if (!file)
        return std::nullopt;
    const auto known = hub();
    if (!known)
        return std::nullopt;
    HubAddress pinned = *file;
    pinned.revision = (*known)->commitOf(*file);
    const std::string& folder = (*known)->settings().cacheFolder;
    const std::string commit = cachedCommit(folder, pinned);
    auto copy = findCached(folder, pinned, commit);
    if (!copy)
        return std::nullopt;
    (*known)->learnCommit(*file, commit);
    return std::move(copy->path);
}

std::string Places::statedDigest(const std::string& address)
{
    const auto file = hubAddress(address);
    return file && m_hub ? m_hub->digestOf(*file) : std::string();
}

std::shared_ptr<const HubAccess> Places::hubAccess(const std::string& address)
{
    const auto file = hubAddress(address);
    auto known = file ? hub() : Result<std::shared_ptr<Hub>>(nullptr);
    return known && *known ? std::make_shared<const HubAccess>(std::move(*known), *file) : nullptr;
}

std::unique_ptr<FolderListing> Places::listingAround(const std::string& address)
{
    const auto file = hubAddress(address);
    if (!file || file->path.empty() || !m_hub || m_hub->folderAround(*file))
        return nullptr;
    HubAddress folder = *file;
    const std::size_t slash = folder.path.rfind('/');
    folder.path.resize(slash == std::string::npos ? 0 : slash);
    return std::make_unique<HubListing>(m_hub, std::move(folder), false);
}

bool Places::isListedFolder(const std::string& address, const Hub& hub) const
{
    const auto folder = hubAddress(address);
    const auto around = folder ? hub.folderAround(*folder) : nullptr;
    return (around && around->files.contains(folder->path + "/")) || listedIn(address, hub);
}

std::optional<FolderContent> Places::listedIn(const std::string& address) const
{
    return m_hub ? listedIn(address, *m_hub) : std::nullopt;
}

std::optional<FolderContent> Places::listedIn(const std::string& address, const Hub& hub) const
{
    const auto folder = hubAddress(address);
    const auto listing = folder ? hub.folderAt(*folder) : nullptr;
    if (!listing)
        return std::nullopt;
    const auto& files = listing->files;
    const std::string prefix = folder->path.empty() ? std::string() : folder->path + "/";
    std::set<std::string> names;
    std::set<std::string> folders;
    for (auto file = files.lower_bound(prefix); file != files.end() && file->first.starts_with(prefix); ++file) {
        const std::string_view rest = std::string_view(file->first).substr(prefix.size());
        if (rest.empty())
            continue; // the folder itself
        const std::size_t slash = rest.find('/');
        (slash == rest.npos ? names : folders).emplace(rest.substr(0, slash));
    }
    if (names.empty() && folders.empty())
        return std::nullopt;
    return FolderContent{.files = {names.begin(), names.end()}, .folders = {folders.begin(), folders.end()}};
}

std::optional<HubAddress> Places::hubAddress(const std::string& address) const
{
    const auto parsed = parseAddress(address);
    return parsed ? hubAddress(*parsed) : std::nullopt;
}

std::optional<HubAddress> Places::hubAddress(const Address& address) const
{
    if (const auto* const file = std::get_if<HubAddress>(&address))
        return *file;
    const auto* const web = std::get_if<WebAddress>(&address);
    return web ? hubAddressOf(*web, endpointHost(m_environment)) : std::nullopt;
}

Result<std::shared_ptr<HttpPlace>> Places::hubPlace(const HubAddress& file, const std::string& name)
{
    if (!namesAFile(file.path)) {
        return fail(ErrorCode::Unsupported,
            "the address names a repository and no file in it; expected one such as " + hubAddressText(file)
                + "/model.safetensors",
            name);
    }
    auto known = hub();
    if (!known)
        return fail(std::move(known.error()));
    if (const auto listing = (*known)->folderAround(file); listing && !listing->files.contains(file.path)) {
        return fail(ErrorCode::NotFound, "the repository has no file " + quote(file.path), name);
    }
    const auto access = std::make_shared<HubAccess>(std::move(*known), file);
    return std::make_shared<HttpPlace>(access->url(), name, access);
}

std::optional<bool> Places::isFolder(const std::string& address)
{
    const auto parsed = parseAddress(address);
    if (!parsed)
        return false;
    if (const auto file = hubAddress(*parsed))
        return file->path.empty() || address.ends_with('/') ? std::optional(true) : std::nullopt;
    if (const auto* const object = std::get_if<S3Address>(&*parsed))
        return namesAFile(object->key) ? std::nullopt : std::optional(true);
    if (const auto* const file = std::get_if<SftpAddress>(&*parsed))
        return namesAFile(file->path) ? std::nullopt : std::optional(true);
    return false;
}

Result<std::unique_ptr<FolderListing>> Places::listingOf(const std::string& address, const std::string& name)
{
    const auto parsed = parseAddress(address);
    if (!parsed)
        return fail(parsed.error());
    if (auto allowed = checkAllowed(address, name); !allowed)
        return fail(std::move(allowed.error()));
    if (const auto folder = hubAddress(*parsed)) {
        auto known = hub();
        if (!known)
            return fail(std::move(known.error()));
        return std::make_unique<HubListing>(std::move(*known), *folder);
    }
    if (const auto* const folder = std::get_if<S3Address>(&*parsed)) {
        auto account = s3Account();
        if (!account)
            return fail(std::move(account.error()));
        return std::make_unique<S3Folder>(std::move(*account), *folder);
    }
    return fail(
        ErrorCode::Unsupported, "folders of web servers cannot be listed; expected the address of a file", name);
}

std::function<std::string()> Places::similarNames(const std::string& address) const
{
    const auto file = hubAddress(address);
    const auto listing = file && m_hub ? m_hub->folderAround(*file) : nullptr;
    return
        [listing, path = file ? file->path : std::string()] { return listing ? namesLike(listing->files, path) : ""; };
}

std::optional<FolderContent> Places::copiesIn(const std::string& address)
{
    const auto folder = hubAddress(address);
    if (!folder)
        return std::nullopt;
    const auto known = hub();
    if (!known)
        return std::nullopt;
    HubAddress pinned = *folder;
    pinned.revision = (*known)->commitOf(*folder);
    const std::string& cache = (*known)->settings().cacheFolder;
    return listCached(cache, pinned, cachedCommit(cache, pinned));
}

Result<std::shared_ptr<HttpPlace>> Places::s3Place(const S3Address& object, const std::string& name)
{
    auto account = s3Account();
    if (!account)
        return fail(std::move(account.error()));
    if (!namesAFile(object.key)) {
        return fail(ErrorCode::Unsupported,
            "the address names no object; expected one such as s3://" + object.bucket + "/" + object.key
                + "model.safetensors",
            name);
    }
    const auto access = std::make_shared<S3Access>(std::move(*account), object);
    return std::make_shared<HttpPlace>(access->url(), name, access);
}

Result<std::shared_ptr<Hub>> Places::hub()
{
    if (!m_hub) {
        auto settings = readHubSettings(m_environment);
        if (!settings)
            return fail(std::move(settings.error()));
        if (!settings->token.empty())
            preventCoreDumps();
        m_hub = std::make_shared<Hub>(std::move(*settings));
    }
    return m_hub;
}

Result<std::shared_ptr<S3Account>> Places::s3Account()
{
    if (!m_s3Account) {
        auto settings = readAwsSettings({}, m_environment);
        if (!settings)
            return fail(std::move(settings.error()));
        preventCoreDumps(); // since credentials will be loaded
        m_s3Account = std::make_shared<S3Account>(std::move(*settings));
    }
    return m_s3Account;
}

} // namespace loupe::remote
