#include "remote/hub/hub_settings.h"

#include "core/text/ascii.h"
#include "remote/percent_encoding.h"

#include <algorithm>
#include <cerrno>
#include <fstream>

namespace loupe::remote {

namespace {

constexpr std::size_t longestToken = 4096;

/// Parses a switch like the hub's client.
bool isOn(const std::string& text)
{
    const std::string lower = asciiLower(text);
    return lower == "1" || lower == "on" || lower == "yes" || lower == "true";
}

/// Expands `~`, $NAME and ${NAME}.
std::string expandedPath(const std::string& path, const Environment& environment)
{
    std::string expanded;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] != '$') {
            expanded += path[i];
            continue;
        }
        const bool isBraced = path.compare(i + 1, 1, "{") == 0;
        const std::size_t begin = i + (isBraced ? 2 : 1);
        const auto isOfName = [](char c) {
            return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        };
        std::size_t end = begin;
        while (end < path.size() && isOfName(path[end]))
            ++end;
        if (end == begin || (isBraced && path.compare(end, 1, "}") != 0)) {
            expanded += '$';
            continue;
        }
        expanded += environment(path.substr(begin, end - begin).c_str());
        i = isBraced ? end : end - 1;
    }
    return expandedHome(expanded, environment);
}

/// The value of the first variable that is set, expanded; otherwise `usual`.
std::string pathOf(const Environment& environment, std::initializer_list<const char*> names, const std::string& usual)
{
    for (const char* const name : names) {
        if (const std::string value = environment(name); !value.empty())
            return expandedPath(value, environment);
    }
    return usual;
}

std::string withoutLineEnds(std::string text)
{
    std::erase_if(text, [](char c) { return c == '\r' || c == '\n'; });
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == text.npos ? std::string() : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

Result<std::string> readTokenFile(const std::string& path)
{
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        if (errno == ENOENT || errno == ENOTDIR)
            return std::string();
        return fail(systemError(errno, "cannot open", path));
    }
    std::string text(longestToken + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (file.bad() || text.size() > longestToken)
        return fail(ErrorCode::InvalidArgument, "is no file with a token", path);
    return withoutLineEnds(std::move(text));
}

Result<> findToken(const Environment& environment, const std::string& home, HubSettings& settings)
{
    if (isOn(environment("HF_HUB_DISABLE_IMPLICIT_TOKEN"))) {
        settings.tokenFrom = "HF_HUB_DISABLE_IMPLICIT_TOKEN is set, so no token was looked for";
        return {};
    }
    for (const char* const name : {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"}) {
        settings.token = withoutLineEnds(environment(name));
        settings.tokenFrom = name;
        if (!settings.token.empty())
            break;
    }
    if (settings.token.empty()) {
        const std::string path = pathOf(environment, {"HF_TOKEN_PATH"}, home + "/token");
        auto token = readTokenFile(path);
        if (!token)
            return fail(std::move(token.error()));
        settings.token = std::move(*token);
        settings.tokenFrom = settings.token.empty() ? "looked for a token in HF_TOKEN and " + path : path;
    }
    const auto isOfToken = [](char c) { return c > ' ' && c <= '~'; };
    if (!std::ranges::all_of(settings.token, isOfToken)) {
        return fail(ErrorCode::InvalidArgument,
            "the hub's token of " + settings.tokenFrom + " has characters that no token has");
    }
    return {};
}

std::string_view kindFolder(HubKind kind)
{
    switch (kind) {
    case HubKind::Models:
        return "";
    case HubKind::Datasets:
        return "/datasets";
    case HubKind::Spaces:
        return "/spaces";
    }
    return "";
}

/// "…/api/models/owner/repo"
WebAddress apiUrl(const HubSettings& settings, const HubAddress& repository)
{
    WebAddress address = settings.endpoint;
    const std::string_view kind = kindFolder(repository.kind);
    address.target.append("/api").append(kind.empty() ? "/models" : kind).append("/" + repository.repository);
    return address;
}

bool isThisMachine(std::string_view host)
{
    return host == "localhost" || host.ends_with(".localhost") || host == "127.0.0.1" || host == "::1";
}

} // namespace

Result<HubSettings> readHubSettings(const Environment& environment)
{
    HubSettings settings;
    std::string endpoint = environment("HF_ENDPOINT");
    if (endpoint.empty())
        endpoint = "https://huggingface.co";
    while (endpoint.ends_with('/'))
        endpoint.pop_back();
    const auto address = parseAddress(endpoint);
    const auto* const web = address ? std::get_if<WebAddress>(&*address) : nullptr;
    if (!web || !queryOf(*web).empty() || !web->server.user.empty())
        return fail(ErrorCode::InvalidArgument, "HF_ENDPOINT is not an http:// or https:// address of a server");
    settings.endpoint = *web;
    if (settings.endpoint.target == "/")
        settings.endpoint.target.clear();

    const std::string caches = pathOf(environment, {"XDG_CACHE_HOME"}, environment("HOME") + "/.cache");
    const std::string home = pathOf(environment, {"HF_HOME"}, caches + "/huggingface");
    settings.cacheFolder = pathOf(environment, {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"}, home + "/hub");
    settings.isOffline = isOn(environment("HF_HUB_OFFLINE")) || isOn(environment("TRANSFORMERS_OFFLINE"));
    if (const auto found = findToken(environment, home, settings); !found)
        return fail(found.error());
    return settings;
}

std::string endpointHost(const Environment& environment)
{
    const auto address = parseAddress(environment("HF_ENDPOINT"));
    const auto* const web = address ? std::get_if<WebAddress>(&*address) : nullptr;
    return web ? hostAndPort(web->server) : std::string();
}

WebAddress hubFileUrl(const HubSettings& settings, const HubAddress& file, const std::string& revision)
{
    WebAddress address = settings.endpoint;
    address.target += std::string(kindFolder(file.kind)) + "/" + file.repository + "/resolve/"
        + percentEncoded(revision.empty() ? "main" : revision, Slashes::Encoded) + "/"
        + percentEncoded(file.path, Slashes::Kept);
    return address;
}

std::string revisionInFileUrl(std::string_view url)
{
    constexpr std::string_view before = "/resolve/";
    const std::size_t begin = url.find(before);
    if (begin == url.npos)
        return {};
    const std::string_view rest = url.substr(begin + before.size());
    return percentDecoded(rest.substr(0, rest.find('/'))).value_or("");
}

WebAddress hubRevisionUrl(const HubSettings& settings, const HubAddress& repository)
{
    WebAddress address = apiUrl(settings, repository);
    const std::string revision = repository.revision.empty() ? "main" : repository.revision;
    address.target += "/revision/" + percentEncoded(revision, Slashes::Encoded);
    return address;
}

WebAddress hubTreeUrl(const HubSettings& settings, const HubAddress& folder, const std::string& commit, bool isWhole)
{
    WebAddress address = apiUrl(settings, folder);
    address.target += "/tree/" + commit;
    if (!folder.path.empty())
        address.target += "/" + percentEncoded(folder.path, Slashes::Encoded);
    if (isWhole)
        address.target += "?recursive=true";
    return address;
}

bool mayHaveToken(const HubSettings& settings, const WebAddress& address)
{
    return address.server == settings.endpoint.server && address.isSecure == settings.endpoint.isSecure
        && (address.isSecure || isThisMachine(address.server.host));
}

} // namespace loupe::remote
