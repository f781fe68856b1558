#pragma once

#include "remote/cache/disk_cache.h"
#include "remote/hub/hub_access.h"

namespace loupe::remote {

/// Stores the hub's listing of a folder or repository at the commit of `folder`.
void keepListing(DiskCache& cache, const HubAccess& folder);

/// Loads a listing that keepListing() stored for a folder around `file`, or for `file` itself, into the hub, with the
/// commit of its revision at that time. False if there is none.
bool learnKeptListing(DiskCache& cache, const HubAccess& file);

} // namespace loupe::remote
