#pragma once

#include "core/result.h"
#include "remote/address.h"
#include "remote/s3/sha256.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe::remote {

/// The keys of an account. All but the first are secrets.
struct S3Credentials {
    std::string accessKey;
    std::string secretKey;
    std::string sessionToken; ///< empty if the keys do not expire

    bool operator==(const S3Credentials&) const = default;
};

using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// A request to be signed with AWS Signature Version 4 by S3's rules: each byte of a path is encoded once, and dots and
/// double slashes are kept.
struct S3Request {
    std::string method = "GET";
    WebAddress address; ///< with path and query as sent
    HeaderList headers; ///< additional headers to sign, such as Range
    std::string payload; ///< the value of x-amz-content-sha256, from payloadOf()
    std::string region;
    std::string time; ///< UTC, as from signatureTime()
};

/// A signature with its intermediate results, for debugging.
struct S3Signature {
    std::string canonicalRequest; ///< may contain a secret, the session token
    std::string stringToSign;
    std::string signature; ///< 64 hexadecimal digits
};

struct SignedRequest {
    S3Signature signature;
    HeaderList headers; ///< all headers to send: those of the request and those of the signature. Secrets
};

struct PresignedRequest {
    S3Signature signature;
    WebAddress address; ///< valid for anyone who has it, with GET only; its query is a secret
};

/// Signs with headers. This and the following functions fail with Unsupported if this machine has no SHA-256.
Result<SignedRequest> signRequest(const S3Request& request, const S3Credentials& credentials);

/// Signs with the query, valid for `expires` seconds. Never signs the payload, whatever the request says.
Result<PresignedRequest> presignRequest(
    const S3Request& request, const S3Credentials& credentials, std::uint32_t expires);

/// The key for a day's requests to a region; a secret. `date` is like "20261123".
Result<Sha256> signingKey(const S3Credentials& credentials, std::string_view date, std::string_view region);

/// The value of x-amz-content-sha256 for an empty body: that it is unsigned or, over plain http, where anyone could add
/// a body, the SHA-256 of no bytes.
std::string payloadOf(const WebAddress& address);

/// Formats seconds since 1970 as "20261123T050607Z".
std::string signatureTime(std::int64_t seconds);

} // namespace loupe::remote
