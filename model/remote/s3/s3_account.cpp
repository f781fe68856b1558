#include "remote/s3/s3_account.h"

#include <ctime>

namespace loupe::remote {

namespace {

/// Whether `address` may receive secrets: the configured server over any scheme, or AWS's own over TLS.
bool isOwnServer(const S3Place& place, const WebAddress& address, const std::string& bucket)
{
    const WebAddress own = s3BucketUrl(place, bucket, {});
    if (place.endpoint)
        return address.isSecure == own.isSecure && address.server == own.server;
    const std::string_view host = address.server.host;
    const std::string inHost = bucket + ".";
    const std::string_view service = host.starts_with(inHost) ? host.substr(inHost.size()) : host;
    return address.isSecure && !address.server.port
        && (service == "s3.amazonaws.com" || !regionOfHost(service).empty());
}

} // namespace

S3Place S3Account::placeOf(const std::string& bucket) const
{
    S3Place place = m_settings.place;
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_regions.find(bucket); known != m_regions.end())
        place.region = known->second;
    return place;
}

void S3Account::learnRegion(const std::string& bucket, const std::string& region)
{
    const std::lock_guard lock(m_mutex);
    m_regions.insert_or_assign(bucket, region);
}

bool S3Account::isOwn(const std::string& url, const std::string& bucket) const
{
    const auto parsed = parseAddress(url);
    const auto* const address = parsed ? std::get_if<WebAddress>(&*parsed) : nullptr;
    return address && isOwnServer(placeOf(bucket), *address, bucket);
}

Result<HeaderList> S3Account::headersFor(const std::string& url, const std::string& bucket) const
{
    const auto parsed = parseAddress(url);
    const auto* const address = parsed ? std::get_if<WebAddress>(&*parsed) : nullptr;
    const S3Place place = placeOf(bucket);
    if (!address || !m_settings.credentials || !isOwnServer(place, *address, bucket))
        return HeaderList();
    const S3Request request{.method = "GET",
        .address = *address,
        .headers = {},
        .payload = payloadOf(*address),
        .region = place.region,
        .time = signatureTime(std::time(nullptr) + m_secondsAhead)};
    auto made = signRequest(request, *m_settings.credentials);
    if (!made)
        return fail(std::move(made.error()));
    return std::move(made->headers);
}

} // namespace loupe::remote
