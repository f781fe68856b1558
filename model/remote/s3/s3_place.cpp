#include "remote/s3/s3_place.h"

#include "core/text/ascii.h"
#include "remote/percent_encoding.h"

#include <algorithm>

namespace loupe::remote {

namespace {

bool isLowerOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool canBeInHost(std::string_view bucket)
{
    return bucket.size() >= 3 && bucket.size() <= 63 && isLowerOrDigit(bucket.front()) && isLowerOrDigit(bucket.back())
        && std::ranges::all_of(bucket, [](char c) { return isLowerOrDigit(c) || c == '-'; });
}

WebAddress awsEndpoint(std::string_view region)
{
    WebAddress address;
    address.server.host = region.empty() ? "s3.amazonaws.com" : "s3." + std::string(region) + ".amazonaws.com";
    if (region.starts_with("cn-"))
        address.server.host += ".cn";
    return address;
}

std::string queryText(const QueryList& query)
{
    QueryList parts = query;
    std::ranges::sort(parts);
    std::string text;
    for (const auto& [name, value] : parts) {
        text += text.empty() ? '?' : '&';
        text += percentEncoded(name, Slashes::Encoded) + "=" + percentEncoded(value, Slashes::Encoded);
    }
    return text;
}

/// The URL of a bucket, without a key.
WebAddress bucketUrl(const S3Place& place, std::string_view bucket)
{
    WebAddress address = place.endpoint.value_or(awsEndpoint(place.region));
    if (address.target == "/")
        address.target.clear();
    const bool isInHost = canBeInHost(bucket)
        && place.style.value_or(place.endpoint ? S3Style::Path : S3Style::VirtualHost) == S3Style::VirtualHost;
    if (isInHost)
        address.server.host = std::string(bucket) + "." + address.server.host;
    else
        address.target += "/" + percentEncoded(bucket, Slashes::Encoded);
    return address;
}

} // namespace

WebAddress s3ObjectUrl(const S3Place& place, const S3Address& object, const QueryList& query)
{
    WebAddress address = bucketUrl(place, object.bucket);
    address.target += "/" + percentEncoded(object.key, Slashes::Kept) + queryText(query);
    return address;
}

WebAddress s3BucketUrl(const S3Place& place, std::string_view bucket, const QueryList& query)
{
    WebAddress address = bucketUrl(place, bucket);
    if (address.target.empty())
        address.target = "/";
    address.target += queryText(query);
    return address;
}

bool isRegion(std::string_view region)
{
    constexpr std::size_t longestRegion = 32;
    return !region.empty() && region.size() <= longestRegion && isLowerOrDigit(region.front())
        && isLowerOrDigit(region.back())
        && std::ranges::all_of(region, [](char c) { return isLowerOrDigit(c) || c == '-'; });
}

std::string regionOfHost(std::string_view host)
{
    const std::string lower = asciiLower(host);
    std::string_view name = lower;
    for (const std::string_view domain : {".amazonaws.com.cn", ".amazonaws.com"}) {
        if (!name.ends_with(domain))
            continue;
        name.remove_suffix(domain.size());
        const std::size_t service = std::max(name.rfind(".s3.") + 1, name.rfind(".s3-") + 1);
        name.remove_prefix(service);
        if (!name.starts_with("s3.") && !name.starts_with("s3-"))
            return {};
        name.remove_prefix(3);
        return isRegion(name) ? std::string(name) : std::string();
    }
    return {};
}

Result<WebAddress> parseEndpoint(std::string_view text)
{
    const bool hasScheme = text.find("://") != text.npos;
    auto address = parseAddress(hasScheme ? std::string(text) : "https://" + std::string(text));
    if (!address)
        return fail(address.error());
    auto* const web = std::get_if<WebAddress>(&*address);
    if (!web || !queryOf(*web).empty() || !web->server.user.empty()) {
        return fail(ErrorCode::InvalidArgument,
            "the endpoint of S3 is an http:// or https:// address without a user and a query", displayed(*address));
    }
    while (web->target.ends_with('/'))
        web->target.pop_back();
    return std::move(*web);
}

} // namespace loupe::remote
