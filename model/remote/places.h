#pragma once

#include "remote/address.h"
#include "remote/environment.h"
#include "remote/folder_listing.h"
#include "remote/http/http_place.h"
#include "remote/hub/hub_access.h"
#include "remote/s3/s3_access.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace loupe::remote {

/// Maps addresses to URLs and credentials. Reads the settings of S3 and of the hub when the first such address is used.
class Places {
public:
    explicit Places(Environment environment)
        : m_environment(std::move(environment))
    {
    }

    /// Forgets what servers have said, such as the commit of a branch.
    void askAgain() { m_hub.reset(); }
    /// Refuses all places from now on.
    void setOffline() { m_isOffline = true; }

    /// Why the network is off: setOffline() or the hub's settings; empty if servers may be contacted.
    std::string offlineReason(const std::string& address);
    /// Fails with Unsupported if no server may be contacted.
    Result<> checkAllowed(const std::string& address, const std::string& name);

    /// The place of the file at an address. `name` is the address without secrets. Fails if the address is malformed or
    /// is not a file, or if its settings are invalid; with Unsupported if this kind of address cannot be read; and with
    /// NotFound if the hub has listed all files and the list lacks this one.
    Result<std::shared_ptr<HttpPlace>> placeOf(const std::string& address, const std::string& name);

    /// The path of a local copy of the file in the cache of the hub's own programs. If found, other files of the same
    /// revision are read from the copy's commit.
    std::optional<std::string> copyOf(const std::string& address);

    /// True if the address is a folder; nothing if only a server knows.
    std::optional<bool> isFolder(const std::string& address);
    /// Lists the folder at an address. Fails as placeOf() and checkAllowed() do.
    Result<std::unique_ptr<FolderListing>> listingOf(const std::string& address, const std::string& name);
    /// Returns a function that describes which files on the hub have names similar to the one that placeOf() did not
    /// find: "; similar names: a, b". The function is slow and may be called from any thread.
    std::function<std::string()> similarNames(const std::string& address) const;
    /// The files of a folder that copyOf() would find; nothing if there are none.
    std::optional<FolderContent> copiesIn(const std::string& address);

    /// The hub's digest of a file; empty if it has not reported one.
    std::string statedDigest(const std::string& address);
    bool isOfHub(const std::string& address) const { return hubAddress(address).has_value(); }
    /// Access to a file or folder on a hub; null if the address is not in a repository.
    std::shared_ptr<const HubAccess> hubAccess(const std::string& address);
    /// A listing of the repository folder that contains the address, without subfolders. Null if the address is not in
    /// a repository or an existing listing already covers it.
    std::unique_ptr<FolderListing> listingAround(const std::string& address);
    /// True if listings contain a folder at the address.
    bool isListedFolder(const std::string& address, const Hub& hub) const;
    /// The contents of a folder or repository according to existing listings; nothing if they contain no file there.
    std::optional<FolderContent> listedIn(const std::string& address) const;
    std::optional<FolderContent> listedIn(const std::string& address, const Hub& hub) const;
    /// The hub state since the last askAgain(); null if it was not used.
    std::shared_ptr<const Hub> hubSoFar() const { return m_hub; }

private:
    Result<std::shared_ptr<HttpPlace>> hubPlace(const HubAddress& file, const std::string& name);
    Result<std::shared_ptr<HttpPlace>> s3Place(const S3Address& object, const std::string& name);
    Result<std::shared_ptr<Hub>> hub();
    Result<std::shared_ptr<S3Account>> s3Account();
    /// The hub address that is given directly or as a page of the hub's web site.
    std::optional<HubAddress> hubAddress(const Address& address) const;
    std::optional<HubAddress> hubAddress(const std::string& address) const;

    const Environment m_environment;
    std::shared_ptr<Hub> m_hub;
    std::shared_ptr<S3Account> m_s3Account;
    bool m_isOffline = false;
};

} // namespace loupe::remote
