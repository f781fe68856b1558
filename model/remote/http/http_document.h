#pragma once

#include "remote/http/http_client.h"
#include "remote/http/http_place.h"

#include <memory>
#include <string>

namespace loupe::remote {

struct HttpDocument {
    HttpAnswer answer;
    std::string text;
};

/// Fetches a whole document that a server generates, such as a listing. Blocks no longer than the thread's StopScope
/// allows. Fails as HttpFetch does, and with TooLarge beyond `most` bytes.
Result<HttpDocument> fetchDocument(HttpClient& client, std::shared_ptr<HttpPlace> place, std::size_t most);

} // namespace loupe::remote
