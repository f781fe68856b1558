#include "remote/hub/kept_listing.h"

#include "remote/cache/file_cache.h"
#include "remote/hub/hub_address.h"
#include "remote/hub/kept_revisions.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace loupe::remote {

namespace {

/// The cache entry for a listing, under the API URL that lists the folder. It looks like an empty file, so that it does
/// not appear among the cached files. Its single block has the paths, each followed by a zero byte.
std::optional<DiskCache::Identity> listingIdentity(
    const HubSettings& settings, const HubAddress& folder, const std::string& commit)
{
    WebAddress url = hubTreeUrl(settings, folder, commit);
    url.target.resize(pathOf(url).size());
    return cacheIdentity(wireUrl(url), hubAddressText(folder));
}

Version listingVersion(const std::string& commit)
{
    return {.etag = '"' + commit + '"', .modified = {}, .size = 0};
}

std::optional<HubFolder> readListing(DiskCache& cache, const DiskCache::Identity& identity, const std::string& commit)
{
    if (!cache.aboutOf(identity))
        return std::nullopt;
    const auto blocks = cache.open(identity, listingVersion(commit), {}, commit);
    const auto block = blocks ? blocks->at(0) : std::nullopt;
    if (!block)
        return std::nullopt;
    std::string text(block->size(), '\0');
    if (!blocks->read(*block, *block, std::as_writable_bytes(std::span(text))))
        return std::nullopt;
    HubFolder listing;
    for (std::size_t begin = 0, end = 0; (end = text.find('\0', begin)) != text.npos; begin = end + 1)
        listing.files.emplace(text.substr(begin, end - begin), std::string());
    return listing;
}

} // namespace

void keepListing(DiskCache& cache, const HubAccess& folder)
{
    const std::string commit = folder.hub().commitOf(folder.file());
    const auto listing = folder.hub().folderAt(folder.file());
    const auto identity = listingIdentity(folder.settings(), folder.file(), commit);
    if (!listing || !listing->isWhole || !identity || !isCommit(commit))
        return;
    const auto text = std::make_shared<std::string>();
    for (const auto& [path, digest] : listing->files)
        *text += path + '\0';
    auto blocks = cache.open(*identity, listingVersion(commit), {}, commit);
    if (blocks && !blocks->at(0))
        cache.store(std::move(blocks), {0, text->size()}, std::as_bytes(std::span(std::as_const(*text))), text);
    if (!isCommit(folder.file().revision))
        keepRevision(cache, folder, commit);
}

bool learnKeptListing(DiskCache& cache, const HubAccess& file)
{
    std::string commit = file.hub().commitOf(file.file());
    if (!isCommit(commit)) {
        const auto revision = keptRevision(cache, file);
        if (!revision)
            return false;
        commit = revision->commit;
    }
    HubAddress folder = file.file();
    while (true) {
        const auto identity = listingIdentity(file.settings(), folder, commit);
        if (auto listing = identity ? readListing(cache, *identity, commit) : std::nullopt) {
            file.learnCommit(commit);
            file.hub().learnFolder(folder, std::move(*listing));
            return true;
        }
        if (folder.path.empty())
            return false;
        const std::size_t slash = folder.path.rfind('/');
        folder.path.resize(slash == std::string::npos ? 0 : slash);
    }
}

} // namespace loupe::remote
