#include "remote/http/http_message.h"

#include "core/text/ascii.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <charconv>

namespace loupe::remote {

std::string_view HttpAnswer::header(std::string_view name) const
{
    const auto found = std::ranges::find(headers, name, &std::pair<std::string, std::string>::first);
    return found == headers.end() ? std::string_view() : found->second;
}

bool HttpAnswer::forbidsStoring() const
{
    return std::ranges::any_of(headers, [](const auto& header) {
        return header.first == "cache-control" && asciiLower(header.second).find("no-store") != std::string::npos;
    });
}

std::optional<std::uint64_t> parseNumber(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<ContentRange> parseContentRange(std::string_view text)
{
    constexpr std::string_view unit = "bytes ";
    const std::size_t slash = text.find('/');
    if (!text.starts_with(unit) || slash == text.npos)
        return std::nullopt;
    const std::string_view place = text.substr(unit.size(), slash - unit.size());
    const std::string_view total = text.substr(slash + 1);
    ContentRange result;
    if (total != "*") {
        result.total = parseNumber(total);
        if (!result.total)
            return std::nullopt;
    }
    if (place == "*")
        return result;
    const std::size_t dash = place.find('-');
    const auto first = parseNumber(place.substr(0, dash));
    const auto last = dash == place.npos ? std::nullopt : parseNumber(place.substr(dash + 1));
    if (!first || !last || *last < *first || *last == UINT64_MAX || (result.total && *last >= *result.total))
        return std::nullopt;
    result.range = ByteRange{*first, *last + 1};
    return result;
}

std::string changeSince(const Version& known, const Version& now)
{
    // An ETag includes its own quotes.
    if (known.etag != now.etag)
        return "ETag " + (known.etag.empty() ? "missing" : printable(known.etag)) + " → "
            + (now.etag.empty() ? "missing" : printable(now.etag));
    if (known.size != now.size)
        return formatCount(known.size) + " → " + formatCount(now.size) + " bytes";
    if (known.etag.empty() && known.modified != now.modified)
        return "Last-Modified " + quote(known.modified) + " → " + quote(now.modified);
    return {};
}

} // namespace loupe::remote
