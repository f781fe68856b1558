#include "support/signing_case.h"

#include "remote/s3/s3_place.h"
#include "remote/s3/signature.h"

namespace loupe::test {

namespace {

using nlohmann::json;
using namespace remote;

/// The field's text; empty if it is missing or null.
std::string textOf(const json& wanted, const char* field)
{
    const auto found = wanted.find(field);
    return found == wanted.end() || found->is_null() ? std::string() : found->get<std::string>();
}

QueryList pairsOf(const json& wanted, const char* field)
{
    QueryList pairs;
    if (const auto found = wanted.find(field); found != wanted.end() && found->is_object()) {
        for (const auto& [name, value] : found->items())
            pairs.emplace_back(name, value.get<std::string>());
    }
    return pairs;
}

Result<WebAddress> urlOf(const json& wanted)
{
    const std::string url = textOf(wanted, "url");
    if (textOf(wanted, "bucket").empty())
        return parseAddress(url).map([](const Address& address) { return std::get<WebAddress>(address); });
    S3Place place;
    place.region = textOf(wanted, "region");
    if (const std::string endpoint = textOf(wanted, "endpoint"); !endpoint.empty()) {
        auto parsed = parseEndpoint((url.starts_with("http://") ? "http://" : "https://") + endpoint);
        if (!parsed)
            return parsed;
        place.endpoint = std::move(*parsed);
    }
    if (const std::string style = textOf(wanted, "style"); !style.empty())
        place.style = style == "path" ? S3Style::Path : S3Style::VirtualHost;
    const QueryList query = pairsOf(wanted, "query");
    const std::string key = textOf(wanted, "key");
    return key.empty() ? s3BucketUrl(place, textOf(wanted, "bucket"), query)
                       : s3ObjectUrl(place, {textOf(wanted, "bucket"), key}, query);
}

} // namespace

Result<json> signedCase(const json& wanted)
{
    auto url = urlOf(wanted);
    if (!url)
        return fail(url.error());
    const std::string method = textOf(wanted, "method");
    const std::string payload = textOf(wanted, "payload");
    const S3Request request{method.empty() ? "GET" : method, *url, pairsOf(wanted, "headers"),
        payload.empty() ? payloadOf(*url) : payload, wanted.at("region"), wanted.at("time")};
    const S3Credentials credentials{wanted.at("access_key"), wanted.at("secret_key"), textOf(wanted, "session_token")};
    const auto key = signingKey(credentials, request.time.substr(0, 8), request.region);
    if (!key)
        return fail(key.error());

    json answer{{"url", wireUrl(*url)}, {"signing_key_hex", hexadecimalOf(*key)}};
    S3Signature signature;
    if (textOf(wanted, "kind") == "presigned") {
        const auto made = presignRequest(request, credentials, wanted.at("expires"));
        if (!made)
            return fail(made.error());
        signature = made->signature;
        answer["presigned_url"] = wireUrl(made->address);
    } else {
        const auto made = signRequest(request, credentials);
        if (!made)
            return fail(made.error());
        signature = made->signature;
        for (const auto& [name, value] : made->headers)
            answer["signed_request_headers"][name] = value;
    }
    answer["canonical_request"] = signature.canonicalRequest;
    answer["string_to_sign"] = signature.stringToSign;
    answer["signature"] = signature.signature;
    return answer;
}

} // namespace loupe::test
