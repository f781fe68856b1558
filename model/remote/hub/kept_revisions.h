#pragma once

#include "remote/cache/disk_cache.h"
#include "remote/hub/hub_access.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe::remote {

/// The commit of a branch or tag.
struct KeptRevision {
    std::string commit;
    std::int64_t confirmed = 0; ///< when the hub last confirmed it, in seconds since 1970
};

/// The stored commit of the revision of `file`, which is next to the blocks of the repository's files; nothing if there
/// is none.
std::optional<KeptRevision> keptRevision(const DiskCache& cache, const HubAccess& file);
void keepRevision(DiskCache& cache, const HubAccess& file, const std::string& commit);

} // namespace loupe::remote
