#pragma once

#include "core/result.h"
#include "remote/address.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe::remote {

enum class S3Style {
    VirtualHost, ///< https://BUCKET.host/KEY
    Path, ///< https://host/BUCKET/KEY
};

/// The server, region and URL style of buckets.
struct S3Place {
    std::optional<WebAddress> endpoint; ///< an S3-compatible server; nothing for AWS
    std::string region; ///< empty if unknown
    std::optional<S3Style> style; ///< set if the user chose one
};

/// Names and values, decoded.
using QueryList = std::vector<std::pair<std::string, std::string>>;

/// The URL of an object. Uses path style for compatible servers, and if the bucket's name contains a dot (no
/// certificate would match) or is not a valid host name.
WebAddress s3ObjectUrl(const S3Place& place, const S3Address& object, const QueryList& query = {});

/// The URL of the bucket itself with a query, for listings.
WebAddress s3BucketUrl(const S3Place& place, std::string_view bucket, const QueryList& query);

/// True if `region` is a word such as eu-central-1. It becomes part of a host name, so nothing else is allowed.
bool isRegion(std::string_view region);

/// The region in AWS host names: "eu-west-1" for "bucket.s3.eu-west-1.amazonaws.com" and "s3-eu-west-1.amazonaws.com";
/// empty for any other host.
std::string regionOfHost(std::string_view host);

/// Parses an endpoint setting: a URL, or host and port of an https server. Its path becomes a prefix of all bucket
/// paths. Fails with InvalidArgument.
Result<WebAddress> parseEndpoint(std::string_view text);

} // namespace loupe::remote
