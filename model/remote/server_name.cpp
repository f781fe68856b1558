#include "remote/server_name.h"

#include "core/text/ascii.h"
#include "remote/percent_encoding.h"

#include <algorithm>
#include <charconv>

#include <arpa/inet.h>

namespace loupe::remote {

namespace {

constexpr std::size_t longestHost = 253; // limit for DNS names

tl::unexpected<Error> invalidServer(std::string message)
{
    return fail(ErrorCode::InvalidArgument, std::move(message));
}

bool isHostCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

bool hasControls(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
}

bool isIpv6(const std::string& text)
{
    in6_addr address{};
    return inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

Result<> readUser(std::string_view text, ServerName& server)
{
    const std::size_t colon = text.find(':');
    const auto user = percentDecoded(text.substr(0, colon));
    const auto password = percentDecoded(colon == text.npos ? std::string_view() : text.substr(colon + 1));
    if (!user || !password)
        return invalidServer("a % in a user name or password is followed by two hexadecimal digits; %25 stands for %");
    if (user->empty())
        return invalidServer("the user name before the @ is empty");
    if (hasControls(*user) || hasControls(*password))
        return invalidServer("the user name or password has a control character");
    server.user = *user;
    server.password = *password;
    return {};
}

Result<> readPort(std::string_view text, ServerName& server)
{
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, port);
    if (error != std::errc() || stop != end || port == 0)
        return invalidServer("the port after the colon is not a number from 1 to 65535");
    server.port = port;
    return {};
}

/// Parses the host of "[::1]:80" or "name:80"; leaves what follows it in `rest`.
Result<std::string> readHost(std::string_view text, std::string_view& rest)
{
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == text.npos)
            return invalidServer("the IPv6 address has no closing bracket");
        std::string host = asciiLower(text.substr(1, end - 1));
        if (host.find('%') != host.npos)
            return invalidServer("an IPv6 address with a zone (%…) cannot be asked");
        if (!isIpv6(host))
            return invalidServer("what stands in brackets is not an IPv6 address");
        rest = text.substr(end + 1);
        if (!rest.empty() && !rest.starts_with(':'))
            return invalidServer("after the bracket of an IPv6 address comes a colon with the port, or a slash");
        return host;
    }
    const std::size_t colon = text.find(':');
    std::string host = asciiLower(text.substr(0, colon));
    rest = colon == text.npos ? std::string_view() : text.substr(colon);
    if (isIpv6(asciiLower(text)))
        return invalidServer("an IPv6 address stands in brackets: [::1]");
    if (host.empty())
        return invalidServer("the address names no host");
    if (std::ranges::any_of(host, [](char c) { return static_cast<unsigned char>(c) > '~'; }))
        return invalidServer("the host has letters outside of ASCII: write it in its ASCII form (xn--…)");
    if (host.size() > longestHost || !std::ranges::all_of(host, isHostCharacter))
        return invalidServer("the host has characters that no host name has, or is too long");
    return host;
}

} // namespace

Result<ServerName> parseServerName(std::string_view text)
{
    ServerName server;
    if (const std::size_t at = text.rfind('@'); at != text.npos) {
        if (const auto read = readUser(text.substr(0, at), server); !read)
            return fail(read.error());
        text.remove_prefix(at + 1);
    }
    std::string_view rest;
    auto host = readHost(text, rest);
    if (!host)
        return fail(host.error());
    server.host = std::move(*host);
    if (!rest.empty()) {
        if (const auto read = readPort(rest.substr(1), server); !read)
            return fail(read.error());
    }
    return server;
}

std::string hostAndPort(const ServerName& server)
{
    const bool isIpv6 = server.host.find(':') != server.host.npos;
    std::string text = isIpv6 ? '[' + server.host + ']' : server.host;
    if (server.port)
        text += ':' + std::to_string(*server.port);
    return text;
}

} // namespace loupe::remote
