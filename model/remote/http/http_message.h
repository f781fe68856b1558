#pragma once

#include "core/byte_range.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe::remote {

/// A single GET request. Each redirect or retry is a new one.
struct HttpRequest {
    std::string url;
    std::optional<ByteRange> range; ///< not empty
    std::vector<std::string> headers; ///< "Name: value"
    std::string authorities; ///< file of trusted certificates; empty for the default ones
    /// True if only a server on the internet may respond, so that a page there cannot redirect us to a machine in this
    /// network.
    bool onlyPublicServers = false;
};

/// The status and headers of a response.
struct HttpAnswer {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers; ///< names in lower case, values trimmed
    bool fromPublicServer = false;

    /// The first header of this name; empty if there is none.
    std::string_view header(std::string_view name) const;
    /// True if the content must not be stored.
    bool forbidsStoring() const;
};

/// The contents of "Content-Range: bytes 0-99/1000".
struct ContentRange {
    std::optional<ByteRange> range; ///< nothing in "bytes */1000"
    std::optional<std::uint64_t> total; ///< nothing in "bytes 0-99/*"
};

/// Nothing if the text is not a valid Content-Range or its numbers are inconsistent.
std::optional<ContentRange> parseContentRange(std::string_view text);

/// Parses a number without sign, spaces or anything else.
std::optional<std::uint64_t> parseNumber(std::string_view text);

/// Distinguishes versions of a file.
struct Version {
    std::string etag; ///< as sent by the server, with quotes; empty if there is none
    std::string modified; ///< the Last-Modified header
    std::uint64_t size = 0;

    bool hasStrongEtag() const { return etag.size() >= 2 && etag.front() == '"'; }
};

/// How version `now` differs from `known`; empty if it does not.
std::string changeSince(const Version& known, const Version& now);

} // namespace loupe::remote
