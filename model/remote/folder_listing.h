#pragma once

#include "core/remote/remote_files.h"
#include "remote/http_client.h"
#include "remote/http_place.h"

#include <memory>
#include <string>
#include <string_view>

namespace loupe::remote {

/// A folder on a server, from the answers to as many requests as it takes. Knows no network: ask what nextPage() says,
/// then give the answer to add().
class FolderListing {
public:
    virtual ~FolderListing() = default;
    /// Where the next answer is; null when all is known.
    virtual std::shared_ptr<HttpPlace> nextPage() = 0;
    /// Takes an answer. Fails with Malformed if it is no listing or does not come to an end, with TooLarge beyond a
    /// million names.
    virtual Result<> add(const HttpAnswer& answer, std::string_view body) = 0;
    /// All that is known.
    virtual FolderContent take() = 0;
};

/// Asks for all of it. Errors are about `name` where they are about nothing else.
Result<FolderContent> fetchListing(HttpClient& client, FolderListing& listing, const std::string& name);

} // namespace loupe::remote
