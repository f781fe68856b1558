#pragma once

#include "remote/cache/disk_cache.h"

namespace loupe::remote {

/// Where the blocks of one version of one file are kept.
struct FileCache {
    std::shared_ptr<DiskCache> disk;
    std::shared_ptr<CachedBlocks> blocks;
};

/// What a file of this URL is kept under; `name`: for people, without secrets. Nothing if another person, or the
/// same one with other words behind the path, may get other bytes: the URL has a user, or a query with anything but a
/// signature.
std::optional<DiskCache::Identity> cacheIdentity(const std::string& url, const std::string& name);

} // namespace loupe::remote
