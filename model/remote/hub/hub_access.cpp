#include "remote/hub/hub_access.h"

#include "remote/hub/hub_address.h"
#include "remote/hub/hub_refusal.h"

namespace loupe::remote {

namespace {

std::string revisionKey(const HubAddress& file)
{
    HubAddress revision = file;
    revision.path.clear();
    return hubAddressText(revision);
}

HubAddress folderOf(HubAddress file)
{
    const std::size_t slash = file.path.rfind('/');
    file.path.resize(slash == std::string::npos ? 0 : slash);
    return file;
}

/// Whether the URL is on the hub itself rather than a server that it redirects to.
bool isHubs(const HubSettings& settings, const std::string& url)
{
    const auto address = parseAddress(url);
    const auto* const web = address ? std::get_if<WebAddress>(&*address) : nullptr;
    return web && web->server == settings.endpoint.server && web->isSecure == settings.endpoint.isSecure;
}

} // namespace

std::string Hub::commitOf(const HubAddress& file) const
{
    const std::lock_guard lock(m_mutex);
    const auto known = m_commits.find(revisionKey(file));
    return known == m_commits.end() ? file.revision : known->second;
}

void Hub::learnCommit(const HubAddress& file, std::string_view commit)
{
    if (!isCommit(commit))
        return;
    const std::lock_guard lock(m_mutex);
    m_commits.emplace(revisionKey(file), commit);
}

std::string Hub::digestOf(const HubAddress& file) const
{
    if (const auto folder = folderAround(file)) {
        if (const auto listed = folder->files.find(file.path); listed != folder->files.end() && !listed->second.empty())
            return listed->second;
    }
    const std::lock_guard lock(m_mutex);
    const auto known = m_digests.find(hubAddressText(file));
    return known == m_digests.end() ? std::string() : known->second;
}

void Hub::learnDigest(const HubAddress& file, std::string_view digest)
{
    if (digest.empty())
        return;
    const std::lock_guard lock(m_mutex);
    m_digests.insert_or_assign(hubAddressText(file), std::string(digest));
}

void Hub::learnFolder(const HubAddress& folder, HubFolder content)
{
    const auto listing = std::make_shared<const HubFolder>(std::move(content));
    const std::lock_guard lock(m_mutex);
    auto& known = m_folders[hubAddressText(folder)];
    if (!known || listing->isWhole || !known->isWhole)
        known = listing;
}

std::shared_ptr<const HubFolder> Hub::folderAround(const HubAddress& file) const
{
    return file.path.empty() ? nullptr : folderAt(folderOf(file));
}

std::shared_ptr<const HubFolder> Hub::folderAt(const HubAddress& folder) const
{
    const std::lock_guard lock(m_mutex);
    for (HubAddress place = folder;; place = folderOf(place)) {
        const auto known = m_folders.find(hubAddressText(place));
        if (known != m_folders.end() && (known->second->isWhole || place.path == folder.path))
            return known->second;
        if (place.path.empty())
            return nullptr;
    }
}

std::string_view digestOfEtag(std::string_view etag)
{
    if (etag.starts_with("W/"))
        etag.remove_prefix(2);
    return etag.size() < 2 || etag.front() != '"' || etag.back() != '"' ? std::string_view()
                                                                        : etag.substr(1, etag.size() - 2);
}

HubAccess::HubAccess(std::shared_ptr<Hub> hub, HubAddress file)
    : m_hub(std::move(hub))
    , m_file(std::move(file))
    , m_revision(m_hub->commitOf(m_file))
{
}

std::string HubAccess::url() const
{
    return wireUrl(hubFileUrl(m_hub->settings(), m_file, m_revision));
}

std::string HubAccess::commit() const
{
    return isCommit(m_revision) ? m_revision : std::string();
}

Result<std::string> HubAccess::answeredCommit() const
{
    if (isCommit(m_revision))
        return m_revision;
    std::string answered;
    {
        const std::lock_guard lock(m_mutex);
        answered = m_answered;
    }
    if (!answered.empty() && m_hub->commitOf(m_file) != answered) {
        return fail(ErrorCode::Changed, "the revision became another commit while it was opened; open it again",
            hubAddressText(m_file));
    }
    return answered;
}

std::shared_ptr<HttpPlace> HubAccess::place(const std::string& name, const std::string& revision) const
{
    const auto access = std::make_shared<HubAccess>(m_hub, m_file, revision);
    return std::make_shared<HttpPlace>(access->url(), name, access);
}

std::vector<std::string> HubAccess::headers(const std::string& url, const std::optional<ByteRange>&) const
{
    const HubSettings& settings = m_hub->settings();
    const auto address = parseAddress(url);
    const auto* const web = address ? std::get_if<WebAddress>(&*address) : nullptr;
    if (settings.token.empty() || !web || !mayHaveToken(settings, *web))
        return {};
    return {"Authorization: Bearer " + settings.token};
}

bool HubAccess::hasLongWaits(const std::string& url) const
{
    return isHubs(m_hub->settings(), url);
}

void HubAccess::learn(const std::string& url, const HttpAnswer& answer) const
{
    if (!isHubs(m_hub->settings(), url))
        return;
    const std::string_view commit = answer.header("x-repo-commit");
    m_hub->learnCommit(m_file, commit);
    if (isCommit(commit)) {
        const std::lock_guard lock(m_mutex);
        m_answered = commit;
    }
    if (answer.status >= 400 || m_file.path.empty())
        return;
    // Other files of the revision are not read from this commit, so its digests do not apply.
    if (isCommit(commit) && commit != m_hub->commitOf(m_file))
        return;
    const std::string_view linked = answer.header("x-linked-etag");
    m_hub->learnDigest(m_file, digestOfEtag(linked.empty() ? answer.header("etag") : linked));
}

std::optional<Error> HubAccess::explain(const std::string& url, const HttpAnswer& answer, std::string_view) const
{
    if (!isHubs(m_hub->settings(), url))
        return std::nullopt;
    return describeRefusal({.status = answer.status,
                               .code = answer.header("x-error-code"),
                               .message = answer.header("x-error-message"),
                               .requestId = answer.header("x-request-id")},
        m_file, m_hub->settings());
}

const HubAccess* hubAccessOf(const HttpPlace& place)
{
    return dynamic_cast<const HubAccess*>(place.access());
}

} // namespace loupe::remote
