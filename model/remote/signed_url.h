#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe::remote {

/// The expiry time of a signed URL, in seconds since 1970, from its query: X-Amz-Date and X-Amz-Expires for AWS,
/// X-Goog-Date and X-Goog-Expires for Google, Expires for CloudFront and older signatures, `se` for Azure. Nothing if
/// the URL is not signed or has no expiry. A signed URL must be used byte for byte, with GET only and without another
/// signature.
std::optional<std::int64_t> expiryOf(std::string_view query);

/// True if the query is an S3-style signature, so that the URL needs no credentials.
bool isPresigned(std::string_view query);

/// True if the query is a signature and nothing in it can select another file or version.
bool isOnlySignature(std::string_view query);

/// Parses "Sun, 06 Nov 1994 08:49:37 GMT", the only date format that servers send (RFC 9110, 5.6.7), to seconds since
/// 1970.
std::optional<std::int64_t> readHttpDate(std::string_view text);

} // namespace loupe::remote
