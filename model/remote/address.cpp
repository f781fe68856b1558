#include "remote/address.h"

#include "core/text/ascii.h"
#include "core/text/edit_distance.h"
#include "core/text/text.h"
#include "remote/hub/hub_address.h"
#include "remote/percent_encoding.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace loupe::remote {

namespace {

constexpr std::size_t longestAddress = std::size_t{32} * 1024; // presigned addresses have a few KiB
constexpr std::uint16_t httpPort = 80;
constexpr std::uint16_t httpsPort = 443;
constexpr std::uint16_t sshPort = 22;
constexpr std::string_view schemeEnd = "://";
// does not include s3 and hf, which may be names of servers
constexpr std::string_view schemesNoHost[] = {"https", "http", "sftp"};

tl::unexpected<Error> invalidAddress(std::string message)
{
    return fail(ErrorCode::InvalidArgument, std::move(message));
}

bool isAsciiLetter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// "https" for "HTTPS://…"; nothing if `text` has no scheme. A single letter is a drive.
std::optional<std::string> schemeOf(std::string_view text)
{
    const std::size_t end = text.find(schemeEnd);
    if (end == text.npos || end < 2 || !isAsciiLetter(text.front()))
        return std::nullopt;
    const std::string scheme = asciiLower(text.substr(0, end));
    const auto isOfScheme = [](char c) {
        return isAsciiLetter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    };
    return std::ranges::all_of(scheme, isOfScheme) ? std::optional(scheme) : std::nullopt;
}

/// Describes the problem with "http:/…", "htp:/…" or "file:/…", which look like the path of an SSH host; empty if there
/// is none.
std::string misspelledScheme(std::string_view host)
{
    const std::string name = asciiLower(host);
    if (name == "file")
        return "paths of this machine have no file: before them";
    if (std::ranges::find(schemesNoHost, name) != std::end(schemesNoHost))
        return "a slash is missing: " + name + "://";
    for (const std::string_view scheme : schemesNoHost) {
        if (editDistance(name, scheme) == 1) {
            return "this looks like a misspelled " + std::string(scheme) + "://; if it is an SSH host, write sftp://"
                + std::string(host) + "/…";
        }
    }
    return {};
}

/// The position of the colon in "host:/path"; npos if `text` does not have that form.
std::size_t hostEnd(std::string_view text)
{
    // An IPv6 address in brackets contains colons.
    const std::size_t bracket = text.find('[');
    const std::size_t from = bracket < text.find(':') ? text.find(']', bracket) : 0;
    const std::size_t colon = from == text.npos ? from : text.find(':', from);
    if (colon == text.npos || colon < 2 || text.find('/') != colon + 1)
        return text.npos;
    return colon;
}

/// Parses the "host[:port]/…" part with its user; omits the scheme's default port.
Result<ServerName> readServer(std::string_view text, std::uint16_t usualPort)
{
    auto server = parseServerName(text);
    if (server && server->port == usualPort)
        server->port.reset();
    return server;
}

Result<Address> parseWeb(std::string_view text, bool isSecure)
{
    if (text.find('#') != text.npos)
        return invalidAddress("a # begins a fragment, which no server sees; write %23 if it belongs to the name");
    const std::size_t end = std::min(text.find_first_of("/?"), text.size());
    auto server = readServer(text.substr(0, end), isSecure ? httpsPort : httpPort);
    if (!server)
        return fail(server.error());
    const std::string_view rest = text.substr(end);
    if (!isPercentEncoded(rest))
        return invalidAddress("a % is followed by two hexadecimal digits; write %25 if it belongs to the name");
    const bool hasPath = rest.starts_with('/');
    return WebAddress{isSecure, std::move(*server), (hasPath ? "" : "/") + wireEncoded(rest)};
}

Result<Address> parseS3(std::string_view text)
{
    const std::size_t slash = text.find('/');
    const std::string_view bucket = text.substr(0, slash);
    if (bucket.empty())
        return invalidAddress("the address names no bucket: s3://BUCKET/KEY");
    if (bucket.find('@') != bucket.npos)
        return invalidAddress("an s3:// address has no user or password: keys come from the environment or from files");
    const auto isOfBucket = [](char c) {
        return isAsciiLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    };
    constexpr std::size_t longestBucket = 255;
    if (bucket.size() > longestBucket || !std::ranges::all_of(bucket, isOfBucket) || bucket.front() == '.')
        return invalidAddress("the bucket has characters that no bucket's name has, or is too long");
    const std::string_view key = slash == text.npos ? std::string_view() : text.substr(slash + 1);
    return S3Address{std::string(bucket), std::string(key)};
}

Result<Address> sftpAddress(std::string_view server, std::string path)
{
    auto name = readServer(server, sshPort);
    if (!name)
        return fail(name.error());
    if (path.size() < 2)
        return invalidAddress("the address names no file: sftp://HOST/PATH");
    return SftpAddress{std::move(*name), std::move(path)};
}

Result<Address> parseSftp(std::string_view text)
{
    if (text.find('#') != text.npos)
        return invalidAddress("a # begins a fragment, which no server sees; write %23 if it belongs to the name");
    const std::size_t slash = std::min(text.find('/'), text.size());
    auto path = percentDecoded(text.substr(slash));
    if (!path)
        return invalidAddress("a % is followed by two hexadecimal digits; write %25 if it belongs to the name");
    if (path->find('\0') != path->npos)
        return invalidAddress("the path has a zero byte");
    return sftpAddress(text.substr(0, slash), std::move(*path));
}

Result<Address> parseScheme(std::string_view scheme, std::string_view rest)
{
    if (scheme == "https" || scheme == "http")
        return parseWeb(rest, scheme == "https");
    if (scheme == "hf")
        return parseHubAddress(rest).map([](HubAddress address) -> Address { return address; });
    if (scheme == "s3")
        return parseS3(rest);
    if (scheme == "sftp")
        return parseSftp(rest);
    return invalidAddress("addresses begin with https://, http://, hf://, s3:// or sftp://");
}

Result<Address> parseAny(std::string_view text)
{
    if (text.size() > longestAddress)
        return invalidAddress("the address is longer than 32 KiB");
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
    if (std::ranges::any_of(text, isControl))
        return invalidAddress("the address has a control character");
    if (const auto scheme = schemeOf(text))
        return parseScheme(*scheme, text.substr(scheme->size() + schemeEnd.size()));
    const std::size_t colon = hostEnd(text);
    if (colon == text.npos)
        return invalidAddress("this is no address: it has no scheme such as https://");
    if (std::string problem = misspelledScheme(text.substr(0, colon)); !problem.empty())
        return invalidAddress(std::move(problem));
    return sftpAddress(text.substr(0, colon), std::string(text.substr(colon + 1)));
}

/// The part of an invalid address that may be displayed: no query, and nothing before an @, since that may contain a
/// password with any characters, including slashes and question marks.
std::string shownOfInvalid(std::string_view text)
{
    constexpr std::size_t mostShown = 200;
    const auto scheme = schemeOf(text);
    const std::string prefix = scheme ? *scheme + std::string(schemeEnd) : std::string();
    text.remove_prefix(prefix.size());
    const std::size_t query = text.find('?');
    const std::size_t at = text.rfind('@');
    // In hf:// addresses, an @ precedes a revision.
    const bool isHidden = at != text.npos && (scheme == "s3" || query < at || (scheme == "hf" && at < text.find('/')));
    if (isHidden)
        return prefix + "…";
    const bool hasUser = at != text.npos && scheme != "hf";
    std::string shown(text.substr(0, query).substr(hasUser ? at : 0));
    if (query != text.npos)
        shown += "?…";
    if (shown.size() > mostShown)
        shown = shown.substr(0, mostShown) + "…";
    return printable(prefix + (hasUser ? "…" : "") + shown);
}

struct Display {
    std::string operator()(const WebAddress& address) const
    {
        std::string text = (address.isSecure ? "https://" : "http://") + hostAndPort(address.server);
        text += pathOf(address);
        return queryOf(address).empty() ? text : text + "?…";
    }
    std::string operator()(const HubAddress& address) const { return hubAddressText(address); }
    std::string operator()(const S3Address& address) const
    {
        return "s3://" + address.bucket + (address.key.empty() ? "" : "/" + address.key);
    }
    std::string operator()(const SftpAddress& address) const
    {
        return "sftp://" + hostAndPort(address.server) + percentEncoded(address.path, Slashes::Kept);
    }
};

} // namespace

bool isRemote(std::string_view text)
{
    if (const auto scheme = schemeOf(text))
        return *scheme != "file";
    const std::size_t colon = hostEnd(text);
    if (colon == text.npos)
        return false;
    // "host:/path" would be a file in a local folder called "host:".
    std::error_code ignored;
    return !std::filesystem::exists(std::filesystem::symlink_status(text.substr(0, colon + 1), ignored));
}

Result<Address> parseAddress(std::string_view text)
{
    auto address = parseAny(text);
    if (!address)
        return fail(address.error().code, std::move(address.error().message), shownOfInvalid(text));
    return address;
}

std::string displayed(const Address& address)
{
    return std::visit(Display(), address);
}

std::string shownName(std::string_view text)
{
    auto address = parseAddress(text);
    if (!address)
        return address.error().path;
    if (auto* const web = std::get_if<WebAddress>(&*address))
        web->target.resize(pathOf(*web).size());
    return displayed(*address);
}

std::string wireUrl(const WebAddress& address)
{
    return (address.isSecure ? "https://" : "http://") + hostAndPort(address.server) + address.target;
}

std::string secretUrl(const WebAddress& address)
{
    const ServerName& server = address.server;
    if (server.user.empty() && server.password.empty())
        return wireUrl(address);
    return (address.isSecure ? "https://" : "http://") + percentEncoded(server.user, Slashes::Encoded) + ":"
        + percentEncoded(server.password, Slashes::Encoded) + "@" + hostAndPort(server) + address.target;
}

std::string_view pathOf(const WebAddress& address)
{
    return std::string_view(address.target).substr(0, address.target.find('?'));
}

std::string_view queryOf(const WebAddress& address)
{
    const std::size_t mark = address.target.find('?');
    return mark == std::string::npos ? std::string_view() : std::string_view(address.target).substr(mark + 1);
}

} // namespace loupe::remote
