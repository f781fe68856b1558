#pragma once

#include "core/remote/remote_files.h"
#include "remote/address.h"

#include <optional>
#include <string>

namespace loupe::remote {

/// What the hub's own programs have left of a repository on this machine. Only read: nothing there is written or
/// locked.
struct CachedFile {
    std::string path; ///< of the file's bytes
    std::string commit; ///< 40 hexadecimal digits
    std::string sha256; ///< that the hub states of it, 64 digits; empty of a small file
};

/// The commit that a revision was when it was fetched last; empty if nothing is known. An empty revision is `main`.
std::string cachedCommit(const std::string& cacheFolder, const HubAddress& repository);

/// A file of the repository at that commit, if all of it is here. Links lead to files of the same repository only.
std::optional<CachedFile> findCached(const std::string& cacheFolder, const HubAddress& file, const std::string& commit);

/// The names of what is here of a folder of the repository at that commit; nothing if that is nothing.
std::optional<FolderContent> listCached(
    const std::string& cacheFolder, const HubAddress& folder, const std::string& commit);

} // namespace loupe::remote
