#include "remote/http/http_fetch.h"

#include "core/text/ascii.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "remote/address.h"
#include "remote/http/http_url.h"

#include <algorithm>
#include <ctime>

#include <curl/curl.h>

namespace loupe::remote {

namespace {

constexpr int mostRedirects = 10;
constexpr std::size_t longestText = std::size_t{64} << 10;
/// Failures are counted from zero again after this many bytes have arrived,
constexpr std::uint64_t worthwhile = std::uint64_t{64} << 10;
/// or after this fraction of the request, so that a server that truncates every response can eventually deliver
/// everything.
constexpr std::uint64_t worthwhilePart = 4;

bool isRedirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

bool isForTarget(int status)
{
    return status == 200 || status == 206 || status == 412 || status == 416;
}

bool isPassing(int status)
{
    return status == 408 || status == 429 || status == 500 || status == 502 || status == 503 || status == 504;
}

std::string statusText(const HttpAnswer& answer)
{
    std::string text = "the server answers " + std::to_string(answer.status);
    if (const auto id = answer.header("x-request-id"); !id.empty())
        text += " (request " + quote(id) + ")";
    return text;
}

/// The first line of a plain-text error message; empty for a page.
std::string excerptOf(std::string_view text)
{
    constexpr std::size_t longest = 200;
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos || text[begin] == '<')
        return {};
    text.remove_prefix(begin);
    return quote(text.substr(0, std::min(text.find_first_of("\r\n"), longest)));
}

} // namespace

HttpFetch::HttpFetch(HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<FetchTarget> target)
    : m_client(client)
    , m_place(std::move(place))
    , m_target(std::move(target))
    , m_url(m_place->target())
    , m_onlyPublicServers(m_place->onlyPublicServers())
{
}

std::shared_ptr<HttpFetch> HttpFetch::start(
    HttpClient& client, std::shared_ptr<HttpPlace> place, std::shared_ptr<FetchTarget> target)
{
    std::shared_ptr<HttpFetch> fetch(new HttpFetch(client, std::move(place), std::move(target)));
    fetch->send();
    return fetch;
}

void HttpFetch::cancel()
{
    m_client.transport().cancel(shared_from_this());
}

void HttpFetch::send(std::chrono::milliseconds delay)
{
    m_answer = {};
    m_isTaken = false;
    m_taken = 0;
    m_text.clear();
    HttpRequest request{.url = m_url,
        .range = m_target->missing(),
        .headers = m_target->headers(),
        .authorities = {},
        .onlyPublicServers = m_onlyPublicServers};
    m_asked = request.range ? request.range->size() : 0;
    if (const Access* const access = m_place->access()) {
        for (std::string& header : access->headers(m_url, request.range))
            request.headers.push_back(std::move(header));
        request.authorities = access->authorities();
    }
    m_client.transport().send(std::move(request), shared_from_this(), delay);
}

bool HttpFetch::begin(const HttpAnswer& answer)
{
    m_answer = answer;
    m_client.onAnswer(originOf(m_url));
    if (const Access* const access = m_place->access())
        access->learn(m_url, answer);
    m_isTaken = isForTarget(answer.status) || (answer.status == 304 && m_target->isConditional());
    if (!m_isTaken)
        return true;
    const std::string coding = asciiLower(answer.header("content-encoding"));
    if (!coding.empty() && coding != "identity") {
        m_error = Error{ErrorCode::Unsupported,
            "the server sends the file compressed (" + quote(coding) + "), although it was asked not to", {}, {}};
    } else if (asciiLower(answer.header("content-type")).starts_with("multipart/byteranges")) {
        m_error =
            Error{ErrorCode::Io, "the server sends several parts of the file, although it was asked for one", {}, {}};
    } else if (auto begun = m_target->begin(answer); !begun) {
        m_error = std::move(begun.error());
    }
    return !m_error;
}

bool HttpFetch::take(std::span<const std::byte> bytes)
{
    if (!m_isTaken) {
        const std::size_t room = longestText - m_text.size();
        m_text.append(reinterpret_cast<const char*>(bytes.data()), std::min(room, bytes.size()));
        return bytes.size() <= room;
    }
    m_taken += bytes.size();
    if (auto taken = m_target->take(bytes); !taken)
        m_error = std::move(taken.error());
    return !m_error;
}

void HttpFetch::end(const ExchangeEnd& end)
{
    const bool isSilent = end.failure && end.server == ExchangeEnd::Server::Silent;
    m_silences += isSilent ? 1 : 0;
    if (m_taken >= worthwhile)
        m_failures = 0;
    if (hasProgress() && !isSilent) {
        m_failures = 0;
        m_client.noteSuccess(hostOf(m_url));
    }
    if (m_error)
        return fail(std::move(*m_error));
    if (end.failure)
        return end.isPassing ? retry(*end.failure, end.server) : fail(*end.failure);
    if (!m_isTaken && askElsewhere())
        return;
    const bool isFirst = m_redirects == 0 && m_url == m_place->url();
    if (isRedirect(m_answer.status) && isFirst && m_target->isAnsweredByRedirect(m_answer)) {
        m_client.noteSuccess(hostOf(m_url));
        return finish({});
    }
    if (isRedirect(m_answer.status) && !m_answer.header("location").empty())
        return follow();
    if (!m_isTaken)
        return refuse();
    if (m_target->asksAgain())
        return send();
    if (!m_target->isComplete())
        return retry({ErrorCode::Io, "the server's answer ended too early", {}, {}});
    m_client.noteSuccess(hostOf(m_url));
    if (m_url != m_place->url())
        m_place->redirectTo(m_url, m_onlyPublicServers);
    finish({});
}

/// A target that starts over each time does not progress.
bool HttpFetch::hasProgress() const
{
    const auto missing = m_target->missing();
    const std::uint64_t left = missing ? missing->size() : m_asked;
    return left < m_asked && m_asked - left >= std::min(worthwhile, m_asked / worthwhilePart);
}

void HttpFetch::follow()
{
    if (++m_redirects > mostRedirects)
        return fail(
            {ErrorCode::Io, "the server redirects more than " + std::to_string(mostRedirects) + " times", {}, {}});
    auto next = redirected(m_url, m_answer.header("location"));
    if (!next)
        return fail(std::move(next.error()));
    m_onlyPublicServers = m_onlyPublicServers || m_answer.fromPublicServer;
    m_url = std::move(*next);
    send();
}

bool HttpFetch::askElsewhere()
{
    const Access* const access = m_place->access();
    auto url = access && !m_isElsewhere ? access->elsewhere(m_url, m_answer, m_text) : std::nullopt;
    if (!url)
        return false;
    m_isElsewhere = true;
    m_url = std::move(*url);
    send();
    return true;
}

void HttpFetch::refuse()
{
    const bool mayHaveExpired = m_answer.status == 401 || m_answer.status == 403 || m_answer.status == 410;
    if (mayHaveExpired && m_url != m_place->url() && !m_isRenewed) {
        m_isRenewed = true;
        m_isElsewhere = false;
        m_place->forget(m_url);
        m_url = m_place->url();
        m_redirects = 0;
        m_onlyPublicServers = false;
        return send();
    }
    return isPassing(m_answer.status) ? retry(refusal()) : fail(refusal());
}

Error HttpFetch::refusal() const
{
    if (const Access* const access = m_place->access()) {
        if (auto explained = access->explain(m_url, m_answer, m_text))
            return std::move(*explained);
    }
    const std::string excerpt = excerptOf(m_text);
    const std::string status = statusText(m_answer) + (excerpt.empty() ? "" : ": " + excerpt);
    switch (m_answer.status) {
    case 401:
        return {ErrorCode::PermissionDenied, "access is refused: " + status + userSentence(), {}, {}};
    case 403:
        return {ErrorCode::PermissionDenied, "access is refused: " + status, {}, {}};
    case 404:
    case 410: {
        const bool isFolder = m_place->name().ends_with('/');
        return {ErrorCode::NotFound,
            "there is no such file: " + status
                + (isFolder ? "; folders of web servers cannot be listed, so give the address of a file, such as that "
                              "of model.safetensors.index.json"
                            : ""),
            {}, {}};
    }
    default:
        return {ErrorCode::Io, status, {}, {}};
    }
}

std::string HttpFetch::userSentence() const
{
    const auto parsed = parseAddress(m_place->url());
    const auto* const web = parsed ? std::get_if<WebAddress>(&*parsed) : nullptr;
    if (!web || originOf(m_url) != originOf(m_place->url()))
        return {};
    const bool hasUser = !web->server.user.empty() || !web->server.password.empty();
    return hasUser ? "; the user and password of the address are not accepted"
                   : "; the address has no user and password: https://USER:PASSWORD@HOST/…";
}

void HttpFetch::retry(Error error, ExchangeEnd::Server server)
{
    ++m_failures;
    const auto asked = waitAskedFor();
    const Access* const access = m_place->access();
    const RetryPolicy& policy = m_client.policy();
    const bool hasLongWaits = access && access->hasLongWaits(m_url);
    if (asked && *asked > (hasLongWaits ? policy.longestUsual : policy.longestAskedFor)) {
        error.message += ", and asks to wait for " + formatDuration(static_cast<double>(asked->count()) / 1000);
        return fail(std::move(error));
    }
    if (!m_client.noteFailure(hostOf(m_url)) || m_failures >= m_client.triesOf(originOf(m_url), server)
        || m_silences >= policy.silences) {
        if (const int tries = std::max(m_failures, m_silences); tries > 1)
            error.message += ", after " + std::to_string(tries) + " tries";
        return fail(std::move(error));
    }
    send(asked ? *asked : m_client.waitAfter(m_failures));
}

std::optional<std::chrono::milliseconds> HttpFetch::waitAskedFor() const
{
    std::optional<std::int64_t> seconds;
    if (const std::string after(m_answer.header("retry-after")); !after.empty()) {
        if (const auto number = parseNumber(after))
            seconds = static_cast<std::int64_t>(std::min<std::uint64_t>(*number, INT32_MAX));
        else if (const std::time_t date = curl_getdate(after.c_str(), nullptr); date >= 0)
            seconds = std::max<std::int64_t>(date - std::time(nullptr), 0);
    }
    // "RateLimit: "resolvers";r=0;t=25": no requests are left for 25 seconds.
    const std::string_view limit = m_answer.header("ratelimit");
    if (const std::size_t left = limit.find(";t=");
        m_answer.status == 429 && limit.find(";r=0;") != limit.npos && left != limit.npos) {
        const std::string_view number = limit.substr(left + 3);
        if (const auto wait = parseNumber(number.substr(0, number.find(';'))))
            seconds = static_cast<std::int64_t>(std::min<std::uint64_t>(*wait, INT32_MAX)) + 1;
    }
    return seconds ? std::optional(std::chrono::milliseconds(std::chrono::seconds(*seconds))) : std::nullopt;
}

void HttpFetch::fail(Error error)
{
    if (error.path.empty())
        error.path = m_place->name();
    finish(tl::unexpected(std::move(error)));
}

void HttpFetch::finish(Result<> result)
{
    m_target->finish(std::move(result));
}

} // namespace loupe::remote
