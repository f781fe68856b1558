#include "remote/hub/hub_address.h"

#include "core/text/quote.h"
#include "remote/percent_encoding.h"

#include <algorithm>
#include <array>

namespace loupe::remote {

namespace {

constexpr std::size_t longestRepository = 96; // the hub's own limit

tl::unexpected<Error> invalidHub(std::string message)
{
    return fail(ErrorCode::InvalidArgument, std::move(message));
}

/// Removes the text up to the next slash from `rest`, with the slash, and returns it.
std::string_view takePart(std::string_view& rest)
{
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, slash);
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    return part;
}

std::optional<HubKind> hubKind(std::string_view part)
{
    if (part == "models")
        return HubKind::Models;
    if (part == "datasets")
        return HubKind::Datasets;
    return part == "spaces" ? std::optional(HubKind::Spaces) : std::nullopt;
}

/// Applies the rule of the hub's own client.
bool isRepository(std::string_view owner, std::string_view name)
{
    const auto isOfName = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'
            || c == '.';
    };
    const auto isEdge = [](char c) { return c == '-' || c == '.'; };
    const auto isName = [&](std::string_view part) {
        return !part.empty() && std::ranges::all_of(part, isOfName) && !isEdge(part.front()) && !isEdge(part.back())
            && part.find("--") == part.npos && part.find("..") == part.npos;
    };
    return isName(owner) && isName(name) && owner.size() + 1 + name.size() <= longestRepository;
}

/// Removes the leading revision from `rest`, up to the next slash; refs/pr/1 and refs/convert/NAME are taken as a
/// whole. Does not decode it.
std::string_view takeRevision(std::string_view& rest)
{
    std::string_view text = rest;
    for (const std::string_view whole : {"refs/pr/", "refs/convert/"}) {
        if (rest.starts_with(whole)) {
            rest.remove_prefix(whole.size());
            text = text.substr(0, whole.size() + takePart(rest).size());
            return text;
        }
    }
    return takePart(rest);
}

Result<std::string> readRevision(std::string_view text)
{
    auto revision = percentDecoded(text);
    if (!revision)
        return invalidHub("a % in a revision is followed by two hexadecimal digits; %2F stands for a slash");
    // Characters that git does not allow in branch and tag names.
    constexpr std::string_view forbidden = "?*[\\^~:";
    const bool hasForbidden = std::ranges::any_of(*revision, [&](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '\x7f' || forbidden.find(c) != forbidden.npos;
    });
    if (revision->empty() || hasForbidden || !isHubPath(*revision))
        return invalidHub("what follows the @ is no branch, tag or commit");
    return *revision;
}

/// Whether `owner` is a section of the web site rather than the owner of a repository.
bool isSitePage(std::string_view owner)
{
    constexpr std::array<std::string_view, 14> pages{"api", "blog", "chat", "collections", "docs", "join", "learn",
        "login", "new", "organizations", "papers", "posts", "settings", "tasks"};
    return std::ranges::find(pages, owner) != pages.end();
}

std::string_view kindPrefix(HubKind kind)
{
    switch (kind) {
    case HubKind::Models:
        return "";
    case HubKind::Datasets:
        return "datasets/";
    case HubKind::Spaces:
        return "spaces/";
    }
    return "";
}

} // namespace

bool isHubPath(std::string_view path)
{
    while (!path.empty()) {
        const bool isLast = path.find('/') == path.npos;
        const std::string_view part = takePart(path);
        if (part.empty() || part == "." || part == "..")
            return false;
        if (!isLast && path.empty())
            return false;
    }
    return true;
}

Result<HubAddress> parseHubAddress(std::string_view text)
{
    HubAddress address;
    std::string_view rest = text;
    std::string_view owner = takePart(rest);
    if (owner == "buckets" || owner == "kernels") {
        return invalidHub("the hub's " + std::string(owner)
            + " have another interface: only models, datasets and spaces can be opened");
    }
    if (const auto kind = hubKind(owner)) {
        address.kind = *kind;
        owner = takePart(rest);
    }
    const std::size_t end = std::min(rest.find_first_of("/@"), rest.size());
    const std::string_view name = rest.substr(0, end);
    const bool hasRevision = rest.substr(end).starts_with('@');
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (owner.find_first_of("@:") != owner.npos)
        return invalidHub(
            "an hf:// address has no user or password: a token comes from the environment or from a file");
    if (name.empty())
        return invalidHub("a repository has an owner and a name: hf://OWNER/REPO");
    if (!isRepository(owner, name))
        return invalidHub(quote(std::string(owner) + "/" + std::string(name)) + " is no name of a repository");
    address.repository = std::string(owner) + "/" + std::string(name);
    if (hasRevision) {
        auto revision = readRevision(takeRevision(rest));
        if (!revision)
            return fail(revision.error());
        address.revision = std::move(*revision);
    }
    if (rest.ends_with('/'))
        rest.remove_suffix(1);
    if (!isHubPath(rest))
        return invalidHub("a path in a repository has no empty, . or .. part");
    address.path = rest;
    return address;
}

std::optional<HubAddress> hubAddressOf(const WebAddress& address, std::string_view endpoint)
{
    const std::string host = hostAndPort(address.server);
    const bool isWellKnown = host == "huggingface.co" || host == "hf.co";
    if (!isWellKnown && host != endpoint)
        return std::nullopt;
    std::string_view rest = pathOf(address).substr(1);
    HubAddress found;
    std::string_view owner = takePart(rest);
    if (const auto kind = hubKind(owner); kind && kind != HubKind::Models) {
        found.kind = *kind;
        owner = takePart(rest);
    }
    const std::string_view name = takePart(rest);
    if (isSitePage(owner) || hubKind(owner) || !isRepository(owner, name))
        return std::nullopt;
    found.repository = std::string(owner) + "/" + std::string(name);
    if (rest.empty())
        return isWellKnown ? std::optional(found) : std::nullopt;
    const std::string_view page = takePart(rest);
    if (page != "blob" && page != "resolve" && page != "raw" && page != "tree")
        return std::nullopt;
    const auto revision = readRevision(takeRevision(rest));
    if (rest.ends_with('/'))
        rest.remove_suffix(1);
    auto path = percentDecoded(rest);
    if (!revision || !path || path->find('\0') != path->npos || !isHubPath(*path))
        return std::nullopt;
    found.revision = *revision;
    found.path = std::move(*path);
    return found;
}

bool isCommit(std::string_view text)
{
    constexpr std::size_t digits = 40;
    return text.size() == digits
        && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string hubAddressText(const HubAddress& address)
{
    std::string text = "hf://" + std::string(kindPrefix(address.kind)) + address.repository;
    if (!address.revision.empty()) {
        // refs/pr/1 is parsed as a whole; in other revisions, a slash would end the revision.
        std::string_view rest = address.revision;
        const bool isWhole = takeRevision(rest) == address.revision && address.revision.find('/') != std::string::npos;
        text += '@' + percentEncoded(address.revision, isWhole ? Slashes::Kept : Slashes::Encoded);
    }
    return address.path.empty() ? text : text + "/" + address.path;
}

} // namespace loupe::remote
