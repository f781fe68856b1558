#include "remote/s3/s3_error.h"

#include "core/text/text.h"
#include "remote/s3/xml_reader.h"

namespace loupe::remote {

namespace {

constexpr std::size_t longestShown = 200; // of untrusted text

std::string shortText(std::string_view text)
{
    const bool isCut = text.size() > longestShown;
    return printable(text.substr(0, longestShown)) + (isCut ? "…" : "");
}

/// The server's message, in brackets after our own sentence.
std::string serversWords(const S3Refusal& refusal)
{
    std::string words = shortText(refusal.code);
    if (!refusal.message.empty())
        words += (words.empty() ? "" : ": ") + shortText(refusal.message);
    if (!refusal.requestId.empty())
        words += (words.empty() ? "" : ", ") + ("request " + shortText(refusal.requestId));
    return words.empty() ? words : " (" + words + ")";
}

std::string deniedSentence(const S3Refusal& refusal, const S3Asked& asked)
{
    if (asked.isPresigned) {
        return refusal.message.find("expired") != std::string::npos
            ? "the presigned address has expired: ask whoever made it for a new one"
            : "the server does not accept the presigned address";
    }
    if (!asked.isSigned)
        return "nobody may read this unsigned, and no credentials were found; looked in " + asked.credentialsFrom;
    return "the credentials of " + asked.credentialsFrom + " do not allow reading this";
}

} // namespace

S3Refusal readRefusal(std::string_view body, std::string_view bucketRegion)
{
    S3Refusal refusal;
    std::string region;
    std::string endpoint;
    // A truncated body fails to parse only after its fields were read.
    static_cast<void>(readXml(body, [&](std::string_view path, std::string_view text) {
        const std::size_t slash = path.find('/');
        const std::string_view field =
            path.substr(0, slash) == "Error" && slash != path.npos ? path.substr(slash + 1) : "";
        if (field == "Code")
            refusal.code = text;
        else if (field == "Message")
            refusal.message = text;
        else if (field == "Region")
            region = text;
        else if (field == "Endpoint")
            endpoint = text;
        else if (field == "RequestId")
            refusal.requestId = text;
    }));
    if (isRegion(bucketRegion))
        refusal.region = bucketRegion;
    else
        refusal.region = isRegion(region) ? region : regionOfHost(endpoint);
    return refusal;
}

std::optional<std::string> redirectedRegion(int status, const S3Refusal& refusal, std::string_view askedRegion)
{
    const bool isOfRegion = status == 301 || refusal.code == "PermanentRedirect"
        || refusal.code == "AuthorizationHeaderMalformed" || refusal.code == "IllegalLocationConstraintException"
        || (status == 400 && refusal.code.empty());
    if (!isOfRegion || refusal.region.empty() || refusal.region == askedRegion)
        return std::nullopt;
    return refusal.region;
}

Error describeRefusal(int status, const S3Refusal& refusal, const S3Asked& asked)
{
    const std::string words = serversWords(refusal);
    const auto error = [&](ErrorCode code, const std::string& sentence) {
        return Error{code, sentence + words, asked.name, {}};
    };
    const std::string_view code = refusal.code;
    if (code == "NoSuchBucket")
        return error(ErrorCode::NotFound, "there is no such bucket");
    if (code == "NoSuchKey" || (status == 404 && code.empty()))
        return error(ErrorCode::NotFound, "there is no such object");
    if (code == "InvalidObjectState")
        return error(ErrorCode::PermissionDenied, "the object is archived and must be restored before it can be read");
    if (code == "RequestTimeTooSkewed") {
        return error(ErrorCode::PermissionDenied,
            "this computer's clock differs too much from the server's"
                + (asked.clockDifference.empty() ? std::string() : ", by " + asked.clockDifference));
    }
    if (code == "ExpiredToken" || code == "TokenRefreshRequired")
        return error(ErrorCode::PermissionDenied,
            "the session of the credentials has ended; they are of " + asked.credentialsFrom);
    if (code == "InvalidAccessKeyId" || code == "SignatureDoesNotMatch" || code == "InvalidToken") {
        return error(ErrorCode::PermissionDenied,
            asked.isPresigned ? "the server does not accept the presigned address: it must be used whole and unchanged"
                              : "the server does not accept the credentials of " + asked.credentialsFrom);
    }
    if (status == 301 || code == "PermanentRedirect" || code == "AuthorizationHeaderMalformed") {
        return error(ErrorCode::InvalidArgument,
            "the bucket is in another region than " + (asked.region.empty() ? "asked" : asked.region)
                + ": set AWS_REGION" + (refusal.region.empty() ? "" : " to " + refusal.region));
    }
    if (status == 401 || status == 403)
        return error(ErrorCode::PermissionDenied, deniedSentence(refusal, asked));
    return error(ErrorCode::Io, "the server answers with status " + std::to_string(status));
}

} // namespace loupe::remote
