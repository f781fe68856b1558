#include "remote/places.h"

#include "core/text/process_secrets.h"
#include "remote/hub/hub_cache.h"
#include "remote/hub/hub_listing.h"
#include "remote/hub_address.h"
#include "remote/s3/s3_folder.h"

namespace loupe::remote {

namespace {

bool namesAFile(std::string_view path)
{
    return !path.empty() && !path.ends_with('/');
}

} // namespace

Result<> Places::checkAllowed(const std::string& name) const
{
    if (m_isOffline) {
        return fail(ErrorCode::Unsupported, "is not on this machine, and --offline says not to use the network", name);
    }
    return {};
}

Result<std::shared_ptr<HttpPlace>> Places::placeOf(const std::string& address, const std::string& name)
{
    const auto parsed = parseAddress(address);
    if (!parsed)
        return fail(parsed.error());
    if (auto allowed = checkAllowed(name); !allowed)
        return fail(std::move(allowed.error()));
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
    const auto parsed = parseAddress(address);
    const auto file = parsed ? hubAddress(*parsed) : std::nullopt;
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
    const auto parsed = parseAddress(address);
    const auto file = parsed ? hubAddress(*parsed) : std::nullopt;
    return file && m_hub ? m_hub->digestOf(*file) : std::string();
}

std::optional<HubAddress> Places::hubAddress(const Address& address)
{
    if (const auto* const file = std::get_if<HubAddress>(&address))
        return *file;
    const auto* const web = std::get_if<WebAddress>(&address);
    return web ? hubAddressOf(*web) : std::nullopt;
}

Result<std::shared_ptr<HttpPlace>> Places::hubPlace(const HubAddress& file, const std::string& name)
{
    if (!namesAFile(file.path)) {
        return fail(ErrorCode::Unsupported,
            "the address names a repository and no file in it; expected one such as " + hubAddressText(file)
                + "/model.safetensors",
            name);
    }
    auto asked = askedHub(name);
    if (!asked)
        return fail(std::move(asked.error()));
    const auto access = std::make_shared<HubAccess>(std::move(*asked), file);
    return std::make_shared<HttpPlace>(access->url(), name, access);
}

Result<std::shared_ptr<Hub>> Places::askedHub(const std::string& name)
{
    auto known = hub();
    if (!known)
        return fail(std::move(known.error()));
    if ((*known)->settings().isOffline) {
        return fail(ErrorCode::Unsupported,
            "is not in " + (*known)->settings().cacheFolder
                + ", and HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE says not to use the network",
            name);
    }
    return std::move(*known);
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
    if (auto allowed = checkAllowed(name); !allowed)
        return fail(std::move(allowed.error()));
    if (const auto folder = hubAddress(*parsed)) {
        auto asked = askedHub(name);
        if (!asked)
            return fail(std::move(asked.error()));
        return std::make_unique<HubListing>(std::move(*asked), *folder);
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

std::optional<FolderContent> Places::copiesIn(const std::string& address)
{
    const auto parsed = parseAddress(address);
    const auto folder = parsed ? hubAddress(*parsed) : std::nullopt;
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
        preventCoreDumps(); // keys
        m_s3Account = std::make_shared<S3Account>(std::move(*settings));
    }
    return m_s3Account;
}

} // namespace loupe::remote
