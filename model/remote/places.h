#pragma once

#include "remote/address.h"
#include "remote/environment.h"
#include "remote/folder_listing.h"
#include "remote/http_place.h"
#include "remote/hub/hub_access.h"
#include "remote/s3/s3_access.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace loupe::remote {

/// Where addresses lead: which URL is asked, and as whom. Settings of S3 and of the hub are read when the first such
/// address comes.
class Places {
public:
    explicit Places(Environment environment)
        : m_environment(std::move(environment))
    {
    }

    /// Forgets what servers have said, such as of which commit a branch is.
    void askAgain() { m_hub.reset(); }
    /// From now on every place is refused.
    void setOffline() { m_isOffline = true; }

    /// What forbids the network: setOffline(), or the hub's settings; empty if a server may be asked.
    std::string offlineReason(const std::string& address);
    /// Fails with Unsupported if no server may be asked.
    Result<> checkAllowed(const std::string& address, const std::string& name);

    /// `name`: of the address, without secrets. Fails where it is malformed or names no file, where its settings cannot
    /// be used, with Unsupported where its kind cannot be read, and with NotFound where the hub has listed all files
    /// and not this one.
    Result<std::shared_ptr<HttpPlace>> placeOf(const std::string& address, const std::string& name);

    /// The path of a copy of the file on this machine, in the cache of the hub's own programs. The rest of what is read
    /// of the same revision is of the commit of that copy then.
    std::optional<std::string> copyOf(const std::string& address);

    /// Whether the address is of a folder; nothing if only a server knows.
    std::optional<bool> isFolder(const std::string& address);
    /// What lists the folder at an address. Fails as placeOf() and checkAllowed() do.
    Result<std::unique_ptr<FolderListing>> listingOf(const std::string& address, const std::string& name);
    /// Says which files at a hub have names like the one that placeOf() did not find: "; similar names: a, b". It takes
    /// a while, and may be called from any thread.
    std::function<std::string()> similarNames(const std::string& address) const;
    /// What copyOf() finds in a folder; nothing if there is none.
    std::optional<FolderContent> copiesIn(const std::string& address);

    /// The digest that the hub has stated of a file; empty if it has not.
    std::string statedDigest(const std::string& address);
    bool isOfHub(const std::string& address) const { return hubAddress(address).has_value(); }
    /// Access to the file or folder at a hub; null if the address is in no repository.
    std::shared_ptr<const HubAccess> hubAccess(const std::string& address);
    /// What lists the folder of a repository that an address is in, and nothing below; null if it is in none, or a
    /// listing covers it already.
    std::unique_ptr<FolderListing> listingAround(const std::string& address);
    /// Whether listings have shown a folder at the address.
    bool isListedFolder(const std::string& address, const Hub& hub) const;
    /// What listings have shown of a folder or repository; nothing if they have shown no file there.
    std::optional<FolderContent> listedIn(const std::string& address) const;
    std::optional<FolderContent> listedIn(const std::string& address, const Hub& hub) const;
    /// The hub as it is known since the last askAgain(); null if none was asked for.
    std::shared_ptr<const Hub> hubSoFar() const { return m_hub; }

private:
    Result<std::shared_ptr<HttpPlace>> hubPlace(const HubAddress& file, const std::string& name);
    Result<std::shared_ptr<HttpPlace>> s3Place(const S3Address& object, const std::string& name);
    Result<std::shared_ptr<Hub>> hub();
    Result<std::shared_ptr<S3Account>> s3Account();
    /// What the address names on a hub, as such or as a page of its web site.
    std::optional<HubAddress> hubAddress(const Address& address) const;
    std::optional<HubAddress> hubAddress(const std::string& address) const;

    const Environment m_environment;
    std::shared_ptr<Hub> m_hub;
    std::shared_ptr<S3Account> m_s3Account;
    bool m_isOffline = false;
};

} // namespace loupe::remote
