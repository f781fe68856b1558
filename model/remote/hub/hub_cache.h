#pragma once

#include "core/remote/remote_files.h"
#include "remote/address.h"

#include <optional>
#include <string>

namespace loupe::remote {

/// A file in the local cache that the hub's own programs keep. Read-only: nothing there is written or locked.
struct CachedFile {
    std::string path; ///< local path of the content
    std::string commit; ///< 40 hexadecimal digits
    std::string sha256; ///< as reported by the hub, 64 digits; empty for a small file
};

/// The commit of a revision when it was last fetched; empty if unknown. An empty revision means `main`.
std::string cachedCommit(const std::string& cacheFolder, const HubAddress& repository);

/// Finds a file of the repository at that commit, if the cache has all of it. Follows links only to files of the same
/// repository.
std::optional<CachedFile> findCached(const std::string& cacheFolder, const HubAddress& file, const std::string& commit);

/// Lists the cached contents of a folder of the repository at that commit; nothing if there are none.
std::optional<FolderContent> listCached(
    const std::string& cacheFolder, const HubAddress& folder, const std::string& commit);

} // namespace loupe::remote
