#pragma once

#include "remote/cache/disk_cache.h"
#include "remote/hub/hub_access.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe::remote {

/// Which commit a branch or tag was.
struct KeptRevision {
    std::string commit;
    std::int64_t confirmed = 0; ///< when the hub said so last, in seconds since 1970
};

/// What is kept next to the blocks of a repository's files of the revision of `file`; nothing if that is not known.
std::optional<KeptRevision> keptRevision(const DiskCache& cache, const HubAccess& file);
void keepRevision(DiskCache& cache, const HubAccess& file, const std::string& commit);

} // namespace loupe::remote
