#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe::remote {

/// Until when a signed URL is good, in seconds since 1970, by its query: X-Amz-Date and X-Amz-Expires of AWS,
/// X-Goog-Date and X-Goog-Expires of Google, Expires of CloudFront and older signatures, `se` of Azure. Nothing if
/// it is not signed or does not say. Such a URL is used byte for byte, with GET only, and with no signature next to it.
std::optional<std::int64_t> expiryOf(std::string_view query);

/// Whether the query is a signature of S3's kind, so that the URL needs no credentials.
bool isPresigned(std::string_view query);

/// Whether the query is a signature, and has no part that may choose another file or version of it.
bool isOnlySignature(std::string_view query);

/// Seconds since 1970 of "Sun, 06 Nov 1994 08:49:37 GMT", the one form of a date that servers send (RFC 9110, 5.6.7).
std::optional<std::int64_t> readHttpDate(std::string_view text);

} // namespace loupe::remote
