#pragma once

#include "core/byte_range.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe::remote {

/// One request: GET. A redirect or a retry is another one.
struct HttpRequest {
    std::string url;
    std::optional<ByteRange> range; ///< not empty
    std::vector<std::string> headers; ///< "Name: value"
    std::string authorities; ///< a file of certificates to trust; empty for the usual ones
    /// Whether only a server on the internet may answer: a page there must not lead us to a machine of this network.
    bool onlyPublicServers = false;
};

/// The status and headers of an answer.
struct HttpAnswer {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers; ///< names in lower case, values trimmed
    bool fromPublicServer = false;

    /// The first header of this name; empty if there is none.
    std::string_view header(std::string_view name) const;
    /// Whether what it brings must not be written anywhere.
    bool forbidsStoring() const;
};

/// What "Content-Range: bytes 0-99/1000" says.
struct ContentRange {
    std::optional<ByteRange> range; ///< nothing in "bytes */1000"
    std::optional<std::uint64_t> total; ///< nothing in "bytes 0-99/*"
};

/// Nothing if it does not say that, or numbers do not fit together.
std::optional<ContentRange> parseContentRange(std::string_view text);

/// A number without sign, blanks or anything else.
std::optional<std::uint64_t> parseNumber(std::string_view text);

/// What tells versions of a file apart.
struct Version {
    std::string etag; ///< as it was sent, with its quotes; empty if there is none
    std::string modified; ///< the Last-Modified header
    std::uint64_t size = 0;

    bool hasStrongEtag() const { return etag.size() >= 2 && etag.front() == '"'; }
};

/// How the answer's version differs from `known`; empty if it does not.
std::string changeSince(const Version& known, const Version& now);

} // namespace loupe::remote
