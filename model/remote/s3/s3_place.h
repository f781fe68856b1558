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

/// Where buckets are.
struct S3Place {
    std::optional<WebAddress> endpoint; ///< a compatible server; nothing for AWS
    std::string region; ///< empty if none is known
    std::optional<S3Style> style; ///< where a person chose one
};

/// Names and values, decoded.
using QueryList = std::vector<std::pair<std::string, std::string>>;

/// The URL of an object. Path style where a compatible server is asked, or where the bucket's name has a dot (no
/// certificate would match) or cannot be a host's.
WebAddress s3ObjectUrl(const S3Place& place, const S3Address& object, const QueryList& query = {});

/// The URL of a bucket itself, with the query of a listing.
WebAddress s3BucketUrl(const S3Place& place, std::string_view bucket, const QueryList& query);

/// Whether `region` is a word such as eu-central-1. It becomes a part of a host's name: nothing else may.
bool isRegion(std::string_view region);

/// "eu-west-1" of AWS's hosts "bucket.s3.eu-west-1.amazonaws.com" and "s3-eu-west-1.amazonaws.com"; empty for any
/// other.
std::string regionOfHost(std::string_view host);

/// Reads what an endpoint is set to: a URL, or host and port of an https server. The path stays, as a prefix of each
/// bucket's. Fails with InvalidArgument.
Result<WebAddress> parseEndpoint(std::string_view text);

} // namespace loupe::remote
