#include "remote/s3/s3_access.h"

#include "core/text/text.h"
#include "remote/signed_url.h"

#include <cmath>
#include <ctime>

namespace loupe::remote {

namespace {

/// The number of seconds that the server's clock is ahead of this computer's; nothing if it does not report the time.
std::optional<std::int64_t> secondsAhead(const HttpAnswer& answer)
{
    const auto date = readHttpDate(answer.header("date"));
    return date ? std::optional(*date - static_cast<std::int64_t>(std::time(nullptr))) : std::nullopt;
}

S3Refusal refusalOf(const HttpAnswer& answer, std::string_view text)
{
    return readRefusal(text, answer.header("x-amz-bucket-region"));
}

} // namespace

std::string S3Access::url() const
{
    const S3Place place = m_account->placeOf(m_object.bucket);
    return wireUrl(m_query.empty() ? s3ObjectUrl(place, m_object) : s3BucketUrl(place, m_object.bucket, m_query));
}

std::vector<std::string> S3Access::headers(const std::string& url, const std::optional<ByteRange>&) const
{
    std::vector<std::string> lines;
    // If this machine cannot sign, the server will refuse the unsigned request.
    for (const auto& [name, value] : m_account->headersFor(url, m_object.bucket).value_or(HeaderList()))
        lines.push_back(std::string(name).append(": ").append(value));
    return lines;
}

std::optional<std::string> S3Access::elsewhere(
    const std::string& asked, const HttpAnswer& answer, std::string_view text) const
{
    if (!m_account->isOwn(asked, m_object.bucket))
        return std::nullopt;
    const S3Refusal refusal = refusalOf(answer, text);
    const auto ahead = secondsAhead(answer);
    if (refusal.code == "RequestTimeTooSkewed" && ahead) {
        m_account->learnTime(*ahead);
        return url();
    }
    const auto region = redirectedRegion(answer.status, refusal, m_account->placeOf(m_object.bucket).region);
    if (!region)
        return std::nullopt;
    m_account->learnRegion(m_object.bucket, *region);
    return url();
}

std::optional<Error> S3Access::explain(const std::string& asked, const HttpAnswer& answer, std::string_view text) const
{
    if (!m_account->isOwn(asked, m_object.bucket))
        return std::nullopt;
    // For transient failures, the status is explanation enough.
    if (answer.status >= 500 || answer.status == 429)
        return std::nullopt;
    const AwsSettings& settings = m_account->settings();
    const auto ahead = secondsAhead(answer);
    return describeRefusal(answer.status, refusalOf(answer, text),
        {.name = displayed(m_object),
            .region = m_account->placeOf(m_object.bucket).region,
            .isSigned = settings.credentials.has_value(),
            .isPresigned = false,
            .credentialsFrom = settings.credentialsFrom,
            .clockDifference = ahead ? formatDuration(std::abs(static_cast<double>(*ahead))) : std::string()});
}

} // namespace loupe::remote
