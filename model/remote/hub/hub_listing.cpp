#include "remote/hub/hub_listing.h"

#include "core/text/quote.h"
#include "core/text/utf8.h"
#include "remote/http/http_url.h"
#include "remote/hub/hub_address.h"

#include <algorithm>

namespace loupe::remote {

namespace {

constexpr std::size_t mostEntries = 1'000'000;
constexpr std::size_t longestPath = 4096;
/// The prefix of the hub's own addresses, which mirrors return, too.
constexpr std::string_view usualHub = "https://huggingface.co";

tl::unexpected<Error> noListing(const std::string& what)
{
    return fail(ErrorCode::Malformed, "the hub's answer is not what it should be: " + what);
}

void readText(JsonCursor& cursor, std::string& target)
{
    std::string_view text;
    if (cursor.readString(text))
        target = text;
}

} // namespace

std::string nextLink(std::string_view header)
{
    while (!header.empty()) {
        const std::size_t begin = header.find('<');
        const std::size_t end = header.find('>', std::min(begin, header.size()));
        if (begin == header.npos || end == header.npos)
            return {};
        const std::string_view url = header.substr(begin + 1, end - begin - 1);
        header.remove_prefix(end + 1);
        const std::string_view parameters = header.substr(0, header.find('<'));
        if (parameters.find("rel=\"next\"") != parameters.npos || parameters.find("rel=next") != parameters.npos)
            return std::string(url);
    }
    return {};
}

HubListing::HubListing(std::shared_ptr<Hub> hub, HubAddress folder, bool isWhole)
    : m_hub(std::move(hub))
    , m_folder(std::move(folder))
    , m_isWhole(isWhole)
    , m_access(std::make_shared<HubAccess>(m_hub, m_folder))
{
    const std::string commit = m_hub->commitOf(m_folder);
    m_isCommit = !isCommit(commit);
    m_url = wireUrl(m_isCommit ? hubRevisionUrl(m_hub->settings(), m_folder)
                               : hubTreeUrl(m_hub->settings(), m_folder, commit, m_isWhole));
}

std::shared_ptr<HttpPlace> HubListing::nextPage()
{
    if (m_url.empty())
        return nullptr;
    m_urls.insert(m_url);
    return std::make_shared<HttpPlace>(m_url, hubAddressText(m_folder), m_access);
}

Result<> HubListing::add(const HttpAnswer& answer, std::string_view body)
{
    if (validUtf8Prefix(body) != body.size())
        return noListing("it is no UTF-8 text");
    if (m_isCommit)
        return addCommit(body);
    if (auto added = addEntries(body); !added)
        return added;
    return goOn(answer.header("link"));
}

Result<> HubListing::addCommit(std::string_view json)
{
    std::string commit;
    std::string name;
    JsonCursor cursor(json);
    std::string_view key;
    for (bool isIn = cursor.enterObject(); isIn && cursor.nextKey(key);) {
        std::string* const target = key == "sha" ? &commit : key == "id" ? &name : nullptr;
        std::string_view text;
        if (!target)
            cursor.skipValue();
        else if (cursor.readString(text))
            *target = text;
    }
    if (!cursor.finish() || !isCommit(commit))
        return noListing("it does not name the commit of the revision");
    m_hub->learnCommit(m_folder, commit);
    // A renamed repository also responds to its old name.
    HubAddress today = m_folder;
    const auto named = parseHubAddress(name);
    if (named && named->path.empty() && named->kind == HubKind::Models)
        today.repository = named->repository;
    m_isCommit = false;
    m_url = wireUrl(hubTreeUrl(m_hub->settings(), today, m_hub->commitOf(m_folder), m_isWhole));
    return {};
}

Result<> HubListing::addEntries(std::string_view json)
{
    JsonCursor cursor(json);
    if (!cursor.enterArray())
        return noListing("it is no list of files");
    while (cursor.nextElement()) {
        if (!cursor.enterObject())
            return noListing("it is no list of files");
        const Entry entry = readEntry(cursor);
        if (auto added = cursor.failed() ? Result<>() : addEntry(entry); !added)
            return added;
    }
    if (!cursor.finish())
        return noListing("it is no JSON");
    return {};
}

HubListing::Entry HubListing::readEntry(JsonCursor& cursor)
{
    Entry entry;
    std::string ofLarge;
    std::string_view key;
    while (cursor.nextKey(key)) {
        std::string_view text;
        if (key == "lfs" && cursor.peek() == JsonCursor::Kind::Object && cursor.enterObject()) {
            while (cursor.nextKey(key)) {
                if (key == "oid")
                    readText(cursor, ofLarge);
                else
                    cursor.skipValue();
            }
        } else if (key == "type") {
            entry.isFolder = cursor.readString(text) && text == "directory";
        } else if (key == "path") {
            readText(cursor, entry.path);
        } else if (key == "oid") {
            readText(cursor, entry.digest);
        } else {
            cursor.skipValue();
        }
    }
    if (!ofLarge.empty())
        entry.digest = std::move(ofLarge);
    return entry;
}

Result<> HubListing::addEntry(const Entry& entry)
{
    std::string_view path = entry.path;
    constexpr std::size_t longestShown = 100;
    if (path.size() > longestPath || path.find('\0') != path.npos || path.empty() || !isHubPath(path)) {
        return fail(ErrorCode::Malformed,
            "the hub lists a file with a path that no file of a repository has: "
                + quote(path.substr(0, longestShown)));
    }
    if (++m_entries > mostEntries)
        return fail(ErrorCode::TooLarge, "the repository has more than a million files");
    if (entry.isFolder)
        m_content.files.emplace(std::string(path) + '/', std::string());
    else
        m_content.files.insert_or_assign(entry.path, entry.digest);
    if (!m_folder.path.empty()) {
        if (!path.starts_with(m_folder.path) || path.substr(m_folder.path.size(), 1) != "/")
            return {}; // the folder itself
        path.remove_prefix(m_folder.path.size() + 1);
    }
    const std::size_t slash = path.find('/');
    (slash != path.npos || entry.isFolder ? m_folders : m_files).emplace(path.substr(0, slash));
    return {};
}

Result<> HubListing::goOn(std::string_view link)
{
    std::string next = nextLink(link);
    if (next.empty()) {
        m_url.clear();
        return {};
    }
    const std::string endpoint = wireUrl(m_hub->settings().endpoint);
    if (next.starts_with(std::string(usualHub) + "/") && originOf(endpoint) != originOf(next))
        next = endpoint + next.substr(usualHub.size());
    auto url = redirected(m_url, next);
    if (!url || originOf(*url) != originOf(m_url))
        return fail(ErrorCode::PermissionDenied, "the listing goes on on another server than the hub: not followed");
    if (m_urls.contains(*url))
        return fail(ErrorCode::Malformed, "the listing goes on with a page that it has had");
    m_url = std::move(*url);
    return {};
}

FolderContent HubListing::take()
{
    m_content.isWhole = m_isWhole;
    m_hub->learnFolder(m_folder, std::move(m_content));
    return {.files = {m_files.begin(), m_files.end()}, .folders = {m_folders.begin(), m_folders.end()}};
}

} // namespace loupe::remote
