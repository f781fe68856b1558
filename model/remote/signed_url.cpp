#include "remote/signed_url.h"

#include "core/text/ascii.h"
#include "remote/percent_encoding.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <string>

namespace loupe::remote {

namespace {

/// Removes and returns the next part of a query, "name=value".
std::string_view takePart(std::string_view& query)
{
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    return part;
}

/// The decoded value of a query parameter; names are case-insensitive.
std::optional<std::string> queryValue(std::string_view query, std::string_view name)
{
    while (!query.empty()) {
        const std::string_view part = takePart(query);
        const std::size_t equals = part.find('=');
        if (equals != part.npos && asciiLower(part.substr(0, equals)) == name)
            return percentDecoded(part.substr(equals + 1));
    }
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    // Limits the result to dates that calendars can represent.
    constexpr std::int64_t limit = 1'000'000'000'000;
    return error == std::errc() && stop == end && number >= 0 && number < limit ? std::optional(number) : std::nullopt;
}

/// Parses "20261123T050607Z" and "2026-11-23T05:06:07Z", optionally without seconds, to seconds since 1970.
std::optional<std::int64_t> readUtc(std::string text)
{
    std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
    if (text.size() == std::string_view("20261123T0506Z").size())
        text.insert(text.size() - 1, "00");
    if (text.size() != std::string_view("20261123T050607Z").size() || text[8] != 'T' || text.back() != 'Z')
        return std::nullopt;
    const auto date = wholeNumber(std::string_view(text).substr(0, 8));
    const auto time = wholeNumber(std::string_view(text).substr(9, 6));
    if (!date || !time)
        return std::nullopt;
    std::tm utc{};
    utc.tm_year = static_cast<int>(*date / 10000) - 1900;
    utc.tm_mon = static_cast<int>(*date / 100 % 100) - 1;
    utc.tm_mday = static_cast<int>(*date % 100);
    utc.tm_hour = static_cast<int>(*time / 10000);
    utc.tm_min = static_cast<int>(*time / 100 % 100);
    utc.tm_sec = static_cast<int>(*time % 100);
    return timegm(&utc);
}

/// Whether a parameter with this name belongs to a signature of AWS, Google or CloudFront, or affects only the response
/// headers.
bool isOfSignature(std::string_view name)
{
    constexpr std::array names{
        "awsaccesskeyid", "expires", "googleaccessid", "key-pair-id", "policy", "signature", "x-id"};
    return name.starts_with("x-amz-") || name.starts_with("x-goog-") || name.starts_with("response-")
        || std::ranges::find(names, name) != names.end();
}

/// As above for Azure, whose parameter names are too short to be distinctive without its `sig`.
bool isOfAzureSignature(std::string_view name)
{
    constexpr std::array names{"se", "sig", "sip", "ske", "skoid", "sks", "skt", "sktid", "skv", "sp", "spr", "sr",
        "st", "sv", "rscc", "rscd", "rsce", "rscl", "rsct"};
    return std::ranges::find(names, name) != names.end();
}

} // namespace

std::optional<std::int64_t> readHttpDate(std::string_view text)
{
    constexpr std::string_view example = "Sun, 06 Nov 1994 08:49:37 GMT";
    constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    if (text.size() != example.size() || !text.ends_with(" GMT"))
        return std::nullopt;
    const std::size_t month = months.find(text.substr(8, 3));
    if (month == months.npos || month % 3 != 0)
        return std::nullopt;
    std::string number = std::to_string(month / 3 + 1);
    number.insert(0, number.size() == 1 ? "0" : "");
    return readUtc(std::string(text.substr(12, 4)) + number + std::string(text.substr(5, 2)) + "T"
        + std::string(text.substr(17, 8)) + "Z");
}

std::optional<std::int64_t> expiryOf(std::string_view query)
{
    for (const std::string_view kind : {"x-amz-", "x-goog-"}) {
        const auto date = queryValue(query, std::string(kind) + "date");
        const auto expires = queryValue(query, std::string(kind) + "expires");
        if (!date || !expires)
            continue;
        const auto from = readUtc(*date);
        const auto seconds = wholeNumber(*expires);
        return from && seconds ? std::optional(*from + *seconds) : std::nullopt;
    }
    if (const auto expires = queryValue(query, "expires"))
        return wholeNumber(*expires);
    const auto end = queryValue(query, "se");
    return end && queryValue(query, "sig") ? readUtc(*end) : std::nullopt;
}

bool isPresigned(std::string_view query)
{
    return queryValue(query, "x-amz-signature")
        || (queryValue(query, "signature") && queryValue(query, "awsaccesskeyid"));
}

bool isOnlySignature(std::string_view query)
{
    if (!isPresigned(query) && !expiryOf(query))
        return false;
    const bool isAzure = queryValue(query, "sig").has_value();
    while (!query.empty()) {
        const std::string_view part = takePart(query);
        const std::string name = asciiLower(part.substr(0, part.find('=')));
        if (!isOfSignature(name) && !(isAzure && isOfAzureSignature(name)))
            return false;
    }
    return true;
}

} // namespace loupe::remote
