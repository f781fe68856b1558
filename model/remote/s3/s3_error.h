#pragma once

#include "core/result.h"
#include "remote/s3/s3_place.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// What a server of S3 says of a request that it refuses: the body of its answer, all of it text from outside.
struct S3Refusal {
    std::string code; ///< "NoSuchKey"; empty if the body says none
    std::string message;
    std::string region; ///< empty, or a word that isRegion()
    std::string requestId;
};

/// Reads the body of an answer, or its begin; what cannot be read is left empty. `bucketRegion`: the header
/// x-amz-bucket-region. Of the region's sources the first counts: that header, <Region>, the host in <Endpoint> where
/// that is AWS's.
S3Refusal readRefusal(std::string_view body, std::string_view bucketRegion);

/// The region to sign for and ask instead, once: nothing if the answer is about something else or names none.
std::optional<std::string> redirectedRegion(int status, const S3Refusal& refusal, std::string_view askedRegion);

/// What the messages of an S3 error know in addition to the answer.
struct S3Asked {
    std::string name; ///< of what was asked, without secrets
    std::string region;
    bool isSigned = false;
    bool isPresigned = false;
    std::string credentialsFrom; ///< as AwsSettings has it
    std::string clockDifference; ///< "20 min"; empty if it is not known
};

/// One sentence that says what was refused, why, and what helps.
Error describeRefusal(int status, const S3Refusal& refusal, const S3Asked& asked);

} // namespace loupe::remote
