#pragma once

#include "remote/cache/disk_cache.h"

namespace loupe::remote {

/// The cache of the blocks of one version of one file.
struct FileCache {
    std::shared_ptr<DiskCache> disk;
    std::shared_ptr<CachedBlocks> blocks;
};

/// The cache key for a file of this URL. `name` is for display and must not contain secrets. Nothing if others, or the
/// same user with other query values, might get different bytes: the URL has a user, or its query is more than a
/// signature.
std::optional<DiskCache::Identity> cacheIdentity(const std::string& url, const std::string& name);

} // namespace loupe::remote
