#pragma once

#include "core/remote/remote_files.h"
#include "remote/cache/file_cache.h"
#include "remote/http_place.h"
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

/// What is kept on disk of files that are opened, and under which name. Blocks of a hub's file with a SHA-256 are kept
/// under repository and digest, so that they stay good at another commit; at the URL, a file without bytes says which
/// digest it had. All else is kept under its URL. Usable from any thread, once work has begun.
class KeptFiles {
public:
    /// To be called before work begins; until then nothing is kept.
    void keepOnDisk(DiskCache::Settings settings);
    bool isOn() const { return m_cache != nullptr; }
    /// Servers are to be asked again.
    void askAgain();

    /// What is known of the file at a place. `address`: with its secrets. It may be of an older version, except where
    /// the digest is what a hub states of it at the commit of the place.
    std::optional<AboutFile> find(const HttpPlace& place, const std::string& address) const;
    /// Where blocks of this version are and will be; nothing if none can be kept. `isConfirmed`: a server has just
    /// said that it is the version of now.
    std::optional<FileCache> open(
        const HttpPlace& place, const std::string& address, const AboutFile& about, bool isConfirmed);
    /// Removes what is kept, since the server forbids it.
    void forget(const HttpPlace& place, const std::string& address, const AboutFile& about);

    /// Keeps for later runs which commit the revision of a hub's file is.
    void keepRevisionOf(const HttpPlace& place, const std::string& commit);
    /// Keeps which files a hub has listed in a folder.
    void keepListing(const HubAccess& folder);
    /// Teaches the hub which files it has around an address, by what was listed before.
    void learnListing(const HubAccess& file);
    /// Whether anything is kept of the file or folder.
    bool hasAnyOf(const std::string& name) const;

    /// How to open a file as it was, where no server may be asked: at one of the places where it may have been read.
    /// `place`: where the file would be asked for. Nothing if it was not read.
    std::optional<Opening> openOffline(
        const std::shared_ptr<HttpPlace>& place, const std::string& name, const std::string& address);
    /// Files that were opened so and may lead to another version by now, by name.
    std::vector<KeptCopy> copies() const;

private:
    std::optional<DiskCache::Identity> identityAt(const HttpPlace& place, const std::string& address) const;
    /// The name of the bytes themselves; nothing if they have none.
    static std::optional<DiskCache::Identity> identityOfContent(
        const DiskCache::Identity& identity, const HttpPlace& place, const std::string& digest);
    /// What was kept at exactly this URL.
    std::optional<AboutFile> findAtUrl(const HttpPlace& place, const std::string& address) const;

    std::shared_ptr<DiskCache> m_cache; ///< null for none
    mutable std::mutex m_mutex; ///< guards the rest
    std::map<std::string, KeptCopy> m_copies; ///< by name
    std::set<std::string> m_revisions; ///< on disk since askAgain(): addresses of revisions with their commits
};

} // namespace loupe::remote
