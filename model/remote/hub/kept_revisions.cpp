#include "remote/hub/kept_revisions.h"

#include "remote/cache/file_cache.h"
#include "remote/hub/hub_address.h"

namespace loupe::remote {

namespace {

/// An entry without blocks, under the API URL that reports the commit of the revision.
std::optional<DiskCache::Identity> revisionIdentity(const HubAccess& file)
{
    HubAddress revision = file.file();
    revision.path.clear();
    return cacheIdentity(wireUrl(hubRevisionUrl(file.settings(), revision)), hubAddressText(revision));
}

} // namespace

std::optional<KeptRevision> keptRevision(const DiskCache& cache, const HubAccess& file)
{
    const auto identity = revisionIdentity(file);
    const auto about = identity ? cache.aboutOf(*identity) : std::nullopt;
    return about && isCommit(about->commit) ? std::optional(KeptRevision{about->commit, about->confirmed})
                                            : std::nullopt;
}

void keepRevision(DiskCache& cache, const HubAccess& file, const std::string& commit)
{
    const auto identity = revisionIdentity(file);
    if (!identity || !isCommit(commit))
        return;
    cache.open(*identity, {.etag = '"' + commit + '"', .modified = {}, .size = 0}, {}, commit);
    cache.confirm(*identity);
}

} // namespace loupe::remote
