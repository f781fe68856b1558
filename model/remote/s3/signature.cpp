#include "remote/s3/signature.h"

#include "core/text/ascii.h"
#include "remote/percent_encoding.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <map>
#include <span>

namespace loupe::remote {

namespace {

constexpr std::string_view algorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view unsignedPayload = "UNSIGNED-PAYLOAD";
constexpr std::string_view nothingsSha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr std::size_t dateSize = 8; // length of the date in a time

/// "x=a%20b&y=": each name and value is decoded, encoded again by S3's rules, and sorted as encoded.
std::string canonicalQuery(std::string_view query)
{
    std::vector<std::pair<std::string, std::string>> parts;
    while (!query.empty()) {
        const std::string_view part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(part.size() + 1, query.size()));
        if (part.empty())
            continue;
        const std::size_t equals = std::min(part.find('='), part.size());
        const auto encoded = [](std::string_view text) {
            return percentEncoded(percentDecoded(text).value_or(std::string(text)), Slashes::Encoded);
        };
        parts.emplace_back(encoded(part.substr(0, equals)), encoded(part.substr(std::min(equals + 1, part.size()))));
    }
    std::ranges::sort(parts);
    std::string canonical;
    for (const auto& [name, value] : parts)
        canonical.append(canonical.empty() ? "" : "&").append(name).append("=").append(value);
    return canonical;
}

std::string canonicalPath(const WebAddress& address)
{
    const std::string_view path = pathOf(address);
    return percentEncoded(percentDecoded(path).value_or(std::string(path)), Slashes::Kept);
}

/// Trims spaces and collapses runs of spaces.
std::string canonicalValue(std::string_view value)
{
    constexpr std::string_view blanks = " \t";
    std::string canonical;
    while (!value.empty()) {
        const std::size_t begin = std::min(value.find_first_not_of(blanks), value.size());
        value.remove_prefix(begin);
        const std::size_t size = std::min(value.find_first_of(blanks), value.size());
        if (size > 0 && !canonical.empty())
            canonical += ' ';
        canonical += value.substr(0, size);
        value.remove_prefix(size);
    }
    return canonical;
}

/// By lowercase name; values of the same name are joined by commas.
using CanonicalHeaders = std::map<std::string, std::string>;

CanonicalHeaders canonicalHeaders(const S3Request& request, const HeaderList& headers)
{
    CanonicalHeaders canonical{{"host", hostAndPort(request.address.server)}};
    for (const auto& [name, value] : headers) {
        const auto [place, isNew] = canonical.try_emplace(asciiLower(name), canonicalValue(value));
        if (!isNew && place->first != "host")
            place->second += ',' + canonicalValue(value);
    }
    return canonical;
}

std::string namesOf(const CanonicalHeaders& headers)
{
    std::string names;
    for (const auto& [name, value] : headers)
        names += (names.empty() ? "" : ";") + name;
    return names;
}

std::string_view dateOf(const S3Request& request)
{
    return std::string_view(request.time).substr(0, dateSize);
}

std::string scopeOf(const S3Request& request)
{
    return std::string(dateOf(request)) + "/" + request.region + "/s3/aws4_request";
}

Result<S3Signature> signatureOf(const S3Request& request, const S3Credentials& credentials,
    const CanonicalHeaders& headers, std::string_view query, std::string_view payload)
{
    S3Signature made;
    made.canonicalRequest =
        request.method + "\n" + canonicalPath(request.address) + "\n" + canonicalQuery(query) + "\n";
    for (const auto& [name, value] : headers)
        made.canonicalRequest.append(name).append(":").append(value).append("\n");
    made.canonicalRequest += "\n" + namesOf(headers) + "\n" + std::string(payload);
    const auto digest = sha256(made.canonicalRequest);
    const auto key = signingKey(credentials, dateOf(request), request.region);
    if (!digest || !key)
        return fail(digest ? key.error() : digest.error());
    made.stringToSign =
        std::string(algorithm) + "\n" + request.time + "\n" + scopeOf(request) + "\n" + hexadecimalOf(*digest);
    const auto signature = hmacSha256(*key, made.stringToSign);
    if (!signature)
        return fail(signature.error());
    made.signature = hexadecimalOf(*signature);
    return made;
}

} // namespace

Result<SignedRequest> signRequest(const S3Request& request, const S3Credentials& credentials)
{
    SignedRequest made;
    made.headers = request.headers;
    made.headers.emplace_back("X-Amz-Date", request.time);
    if (!credentials.sessionToken.empty())
        made.headers.emplace_back("X-Amz-Security-Token", credentials.sessionToken);
    made.headers.emplace_back("X-Amz-Content-SHA256", request.payload);
    const CanonicalHeaders headers = canonicalHeaders(request, made.headers);
    auto signature = signatureOf(request, credentials, headers, queryOf(request.address), request.payload);
    if (!signature)
        return fail(signature.error());
    made.headers.emplace_back("Authorization",
        std::string(algorithm) + " Credential=" + credentials.accessKey + "/" + scopeOf(request)
            + ", SignedHeaders=" + namesOf(headers) + ", Signature=" + signature->signature);
    made.signature = std::move(*signature);
    return made;
}

Result<PresignedRequest> presignRequest(
    const S3Request& request, const S3Credentials& credentials, std::uint32_t expires)
{
    const CanonicalHeaders headers = canonicalHeaders(request, request.headers);
    std::string query(queryOf(request.address));
    const auto add = [&query](std::string_view name, std::string_view value) {
        query += (query.empty() ? "" : "&") + std::string(name) + "=" + percentEncoded(value, Slashes::Encoded);
    };
    add("X-Amz-Algorithm", algorithm);
    add("X-Amz-Credential", credentials.accessKey + "/" + scopeOf(request));
    add("X-Amz-Date", request.time);
    add("X-Amz-Expires", std::to_string(expires));
    add("X-Amz-SignedHeaders", namesOf(headers));
    if (!credentials.sessionToken.empty())
        add("X-Amz-Security-Token", credentials.sessionToken);
    auto signature = signatureOf(request, credentials, headers, query, unsignedPayload);
    if (!signature)
        return fail(signature.error());
    add("X-Amz-Signature", signature->signature);
    PresignedRequest made{std::move(*signature), request.address};
    made.address.target = std::string(pathOf(request.address)) + "?" + query;
    return made;
}

Result<Sha256> signingKey(const S3Credentials& credentials, std::string_view date, std::string_view region)
{
    const std::string secret = "AWS4" + credentials.secretKey;
    auto key = hmacSha256(std::span(reinterpret_cast<const unsigned char*>(secret.data()), secret.size()), date);
    for (const std::string_view part : {region, std::string_view("s3"), std::string_view("aws4_request")}) {
        if (key)
            key = hmacSha256(*key, part);
    }
    return key;
}

std::string payloadOf(const WebAddress& address)
{
    return std::string(address.isSecure ? unsignedPayload : nothingsSha256);
}

std::string signatureTime(std::int64_t seconds)
{
    const std::time_t time = seconds;
    std::tm utc{};
    std::array<char, 32> text{};
    if (!gmtime_r(&time, &utc))
        return {};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &utc)};
}

} // namespace loupe::remote
