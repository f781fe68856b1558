#pragma once

#include "core/remote/remote_files.h"
#include "remote/cache/file_cache.h"
#include "remote/http/http_place.h"
#include "remote/opening/opening.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loupe::remote {

class HubAccess;

/// Decides under which key opened files are cached on disk. Blocks of a hub file with a SHA-256 are cached under
/// repository and digest, so that they remain valid for other commits; an entry for the URL without blocks records the
/// digest. Everything else is cached under its URL. Usable from any thread once work has begun.
class KeptFiles {
public:
    /// Call this before work begins; until then nothing is cached.
    void keepOnDisk(DiskCache::Settings settings);
    bool isOn() const { return m_cache != nullptr; }
    /// Servers must be asked again.
    void askAgain();

    /// The cached description of the file at a place. `address` includes secrets. It may describe an older version,
    /// unless its digest is the one that the hub reports at the commit of the place.
    std::optional<AboutFile> find(const HttpPlace& place, const std::string& address) const;
    /// The cache for blocks of this version; nothing if they cannot be cached. `isConfirmed` says that a server has
    /// just confirmed the version as current.
    std::optional<FileCache> open(
        const HttpPlace& place, const std::string& address, const AboutFile& about, bool isConfirmed);
    /// Removes the cached data, since the server forbids storing it.
    void forget(const HttpPlace& place, const std::string& address, const AboutFile& about);

    /// Stores the commit of the revision of a hub file for later runs.
    void keepRevisionOf(const HttpPlace& place, const std::string& commit);
    /// Stores the hub's listing of a folder.
    void keepListing(const HubAccess& folder);
    /// Loads stored listings of the files around an address into the hub.
    void learnListing(const HubAccess& file);
    /// True if the cache has any data of the file or folder.
    bool hasAnyOf(const std::string& name) const;

    /// How to open a cached file if no server may be contacted. Tries each place it may have been read from; `place` is
    /// the one that would be requested. Nothing if it is not cached.
    std::optional<Opening> openOffline(
        const std::shared_ptr<HttpPlace>& place, const std::string& name, const std::string& address);
    /// Files that openOffline() opened and that may have a newer version by now, sorted by name.
    std::vector<KeptCopy> copies() const;

private:
    std::optional<DiskCache::Identity> identityAt(const HttpPlace& place, const std::string& address) const;
    /// The cache key that identifies the content; nothing if it has none.
    static std::optional<DiskCache::Identity> identityOfContent(
        const DiskCache::Identity& identity, const HttpPlace& place, const std::string& digest);
    /// The cached data for exactly this URL.
    std::optional<AboutFile> findAtUrl(const HttpPlace& place, const std::string& address) const;

    std::shared_ptr<DiskCache> m_cache; ///< null if there is no disk cache
    mutable std::mutex m_mutex; ///< guards the rest
    std::map<std::string, KeptCopy> m_copies; ///< by name
    std::set<std::string> m_revisions; ///< revisions stored since askAgain(): their addresses with their commits
};

} // namespace loupe::remote
