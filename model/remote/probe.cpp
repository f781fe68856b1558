#include "remote/probe.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "remote/hub/hub_access.h"
#include "remote/hub/hub_address.h"
#include "remote/pinned_version.h"

#include <utility>

namespace loupe::remote {

namespace {

/// The maximum size of a file that is read whole from a server without range support.
constexpr std::uint64_t largestWhole = std::uint64_t{64} << 20;
/// The maximum size of an error page, which is skipped, for a refused range.
constexpr std::uint64_t longestRefusal = std::uint64_t{1} << 20;
/// No file system has larger files, and offsets slightly past the end do not overflow.
constexpr std::uint64_t largestFile = INT64_MAX;

} // namespace

Result<Probe::Answer> Probe::wait(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    if (!m_finished.wait(lock, stop, [this] { return m_result.has_value(); }))
        return loupe::fail(ErrorCode::Stopped, "stopped");
    if (!*m_result)
        return loupe::fail(std::move(m_result->error()));
    return std::move(m_answer);
}

std::vector<std::string> Probe::headers() const
{
    // The hub does not know the ETags of servers that it redirects to.
    const bool isOfOtherServer = m_known && !m_digest.empty() && digestOfEtag(m_known->etag) != m_digest;
    return m_known && !isOfOtherServer ? std::vector{"If-None-Match: " + m_known->etag} : std::vector<std::string>();
}

bool Probe::isAnsweredByRedirect(const HttpAnswer& redirect)
{
    const std::string_view commit = redirect.header("x-repo-commit");
    if (!m_known || m_digest.empty() || !isCommit(commit) || digestOfEtag(redirect.header("x-linked-etag")) != m_digest)
        return false;
    m_answer = {};
    m_answer.version = *m_known;
    m_answer.isKnown = true;
    m_answer.commit = commit;
    return true;
}

Result<> Probe::begin(const HttpAnswer& answer)
{
    m_answer = {};
    m_answer.mayBeStored = !answer.forbidsStoring();
    m_bodySize.reset();
    m_isRefused = false;
    switch (answer.status) {
    case 304:
        return beginKnown(answer);
    case 200:
        return beginWhole(answer);
    case 206:
        return beginPart(answer);
    default:
        return beginRefused(answer); // 416; 412 cannot occur without a condition
    }
}

Result<> Probe::beginRefused(const HttpAnswer& answer)
{
    m_isRefused = true;
    m_bodySize = 0;
    m_answer.version = versionOf(answer, 0);
    const auto place = parseContentRange(answer.header("content-range"));
    if (place && place->total == 0) // an empty file has no first byte
        return {};
    if (place && place->total)
        return loupe::fail(ErrorCode::Io, "the server refuses to give the first bytes of the file");
    if (m_asksWhole)
        return loupe::fail(ErrorCode::Io,
            "the server refuses to give the file, as a whole and in parts (" + std::to_string(answer.status) + ")");
    m_asksWhole = true;
    m_asksAgain = true;
    return {};
}

bool Probe::asksAgain()
{
    return std::exchange(m_asksAgain, false);
}

Result<> Probe::beginKnown(const HttpAnswer& answer)
{
    if (const auto etag = answer.header("etag"); !etag.empty() && etag != m_known->etag)
        return loupe::fail(
            ErrorCode::Io, "the server says that the file has not changed, and calls it another version");
    m_answer.version = *m_known;
    m_answer.isKnown = true;
    m_bodySize = 0;
    return {};
}

Result<> Probe::beginWhole(const HttpAnswer& answer)
{
    const std::string_view length = answer.header("content-length");
    m_bodySize = parseNumber(length);
    if (!m_bodySize && !length.empty())
        return loupe::fail(ErrorCode::Io, "the server says that the file has " + quote(length) + " bytes");
    if (m_bodySize.value_or(0) > largestWhole) {
        return loupe::fail(ErrorCode::Unsupported,
            "the server does not give parts of files, and this one has " + formatBytes(*m_bodySize) + "; files up to "
                + formatBytes(largestWhole) + " are read whole");
    }
    m_answer.version = versionOf(answer, 0);
    m_answer.isWhole = true;
    return {};
}

Result<> Probe::beginPart(const HttpAnswer& answer)
{
    const std::string_view text = answer.header("content-range");
    const auto place = parseContentRange(text);
    if (!place || !place->range || place->range->begin != 0 || place->range->end > m_size) {
        return loupe::fail(ErrorCode::Io,
            "the server was asked for " + formatByteRange({0, m_size})
                + " and sends another part of the file: Content-Range " + (text.empty() ? "is missing" : quote(text)));
    }
    if (!place->total)
        return loupe::fail(ErrorCode::Unsupported, "the server does not say how large the file is");
    if (*place->total > largestFile) {
        return loupe::fail(ErrorCode::Io,
            "the server says that the file has " + formatBytes(*place->total) + ", which is more than any file has");
    }
    if (place->range->end != std::min(m_size, *place->total))
        return loupe::fail(ErrorCode::Io, "the server sends less than it was asked for");
    m_answer.version = versionOf(answer, *place->total);
    m_bodySize = place->range->end;
    m_answer.start.reserve(place->range->size());
    return {};
}

Result<> Probe::take(std::span<const std::byte> bytes)
{
    if (m_isRefused) {
        m_refusalSize += bytes.size();
        if (m_refusalSize > longestRefusal)
            return loupe::fail(ErrorCode::Io, "the server refuses to give the first bytes of the file");
        return {};
    }
    const std::uint64_t room = m_bodySize.value_or(largestWhole) - m_answer.start.size();
    if (bytes.size() > room) {
        return loupe::fail(m_bodySize ? ErrorCode::Io : ErrorCode::Unsupported,
            m_bodySize ? "the server sends more bytes than it said"
                       : "the server does not give parts of files, and does not say how large this one is");
    }
    m_answer.start.insert(m_answer.start.end(), bytes.begin(), bytes.end());
    return {};
}

bool Probe::isComplete() const
{
    return !m_bodySize || m_answer.start.size() == *m_bodySize;
}

void Probe::finish(Result<> result)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_answer.version.size == 0) // a whole file
            m_answer.version.size = m_answer.start.size();
        m_result = std::move(result);
    }
    m_finished.notify_all();
}

} // namespace loupe::remote
