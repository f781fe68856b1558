#pragma once

#include "remote/s3/aws_settings.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace loupe::remote {

/// How S3 is asked: the settings, and what servers have said since of regions and of the time. Usable from any thread.
class S3Account {
public:
    explicit S3Account(AwsSettings settings)
        : m_settings(std::move(settings))
    {
    }

    const AwsSettings& settings() const { return m_settings; }

    /// Where the bucket is, as far as is known.
    S3Place placeOf(const std::string& bucket) const;
    /// A server has named the bucket's region.
    void learnRegion(const std::string& bucket, const std::string& region);
    /// A server's clock differs by this many seconds from this computer's.
    void learnTime(std::int64_t secondsAhead) { m_secondsAhead = secondsAhead; }

    /// Whether the bucket's own server is asked, which alone is believed and gets secrets.
    bool isOwn(const std::string& url, const std::string& bucket) const;

    /// Headers that make a request for `url` one of this account's; none if it has no credentials, or where the host
    /// is not the bucket's own. Fails where this machine cannot sign.
    Result<HeaderList> headersFor(const std::string& url, const std::string& bucket) const;

private:
    const AwsSettings m_settings;
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_regions; ///< by bucket
    std::atomic<std::int64_t> m_secondsAhead = 0;
};

} // namespace loupe::remote
