#pragma once

#include "remote/cache/disk_cache.h"
#include "remote/hub/hub_access.h"

namespace loupe::remote {

/// Keeps which files the hub has listed in a folder, or in a repository, at the commit of `folder`.
void keepListing(DiskCache& cache, const HubAccess& folder);

/// Teaches the hub what keepListing() has kept of a folder around `file`, or of itself, and the commit that its
/// revision was then. False where nothing is kept.
bool learnKeptListing(DiskCache& cache, const HubAccess& file);

} // namespace loupe::remote
