#pragma once

#include "core/result.h"
#include "remote/s3/s3_place.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// An S3 server's refusal of a request: the body of its response, all untrusted text.
struct S3Refusal {
    std::string code; ///< "NoSuchKey"; empty if the body has none
    std::string message;
    std::string region; ///< empty, or a word that satisfies isRegion()
    std::string requestId;
};

/// Parses the body of a response, or its beginning; fields that cannot be read stay empty. `bucketRegion` is the header
/// x-amz-bucket-region. The region comes from the first of these sources: that header, <Region>, the host in <Endpoint>
/// if it is AWS's.
S3Refusal readRefusal(std::string_view body, std::string_view bucketRegion);

/// The region to use for one retry; nothing if the response is about something else or contains no region.
std::optional<std::string> redirectedRegion(int status, const S3Refusal& refusal, std::string_view askedRegion);

/// Context for the messages of S3 errors, in addition to the response.
struct S3Asked {
    std::string name; ///< of the requested object, without secrets
    std::string region;
    bool isSigned = false;
    bool isPresigned = false;
    std::string credentialsFrom; ///< as in AwsSettings
    std::string clockDifference; ///< "20 min"; empty if unknown
};

/// One sentence that says what was refused, why, and how to fix it.
Error describeRefusal(int status, const S3Refusal& refusal, const S3Asked& asked);

} // namespace loupe::remote
