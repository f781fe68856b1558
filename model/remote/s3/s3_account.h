#pragma once

#include "remote/s3/aws_settings.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace loupe::remote {

/// The S3 settings, with what servers have since reported about regions and the time. Usable from any thread.
class S3Account {
public:
    explicit S3Account(AwsSettings settings)
        : m_settings(std::move(settings))
    {
    }

    const AwsSettings& settings() const { return m_settings; }

    /// Where the bucket is, to our current knowledge.
    S3Place placeOf(const std::string& bucket) const;
    /// Records the bucket's region as reported by a server.
    void learnRegion(const std::string& bucket, const std::string& region);
    /// Records by how many seconds a server's clock is ahead of this computer's.
    void learnTime(std::int64_t secondsAhead) { m_secondsAhead = secondsAhead; }

    /// True if `url` is on the bucket's own server. Only that server is trusted and receives secrets.
    bool isOwn(const std::string& url, const std::string& bucket) const;

    /// Headers that sign a request for `url`; none without credentials or if the host is not the bucket's own. Fails if
    /// this machine cannot sign.
    Result<HeaderList> headersFor(const std::string& url, const std::string& bucket) const;

private:
    const AwsSettings m_settings;
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_regions; ///< by bucket
    std::atomic<std::int64_t> m_secondsAhead = 0;
};

} // namespace loupe::remote
