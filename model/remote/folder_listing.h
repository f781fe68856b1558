#pragma once

#include "core/remote/remote_files.h"
#include "remote/http/http_client.h"
#include "remote/http/http_place.h"

#include <memory>
#include <string>
#include <string_view>

namespace loupe::remote {

/// A listing of a folder on a server, which may take several requests. Does no networking itself: request what
/// nextPage() returns, then pass the response to add().
class FolderListing {
public:
    virtual ~FolderListing() = default;
    /// The next request; null if the listing is complete.
    virtual std::shared_ptr<HttpPlace> nextPage() = 0;
    /// Adds a response. Fails with Malformed if it is not a listing or the listing never ends, and with TooLarge beyond
    /// a million names.
    virtual Result<> add(const HttpAnswer& answer, std::string_view body) = 0;
    /// Returns the listing so far.
    virtual FolderContent take() = 0;
};

/// Fetches the whole listing. Errors name `name` unless they concern something else.
Result<FolderContent> fetchListing(HttpClient& client, FolderListing& listing, const std::string& name);

} // namespace loupe::remote
