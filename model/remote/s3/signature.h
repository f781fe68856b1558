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

/// Keys of an account. All but the first are secrets.
struct S3Credentials {
    std::string accessKey;
    std::string secretKey;
    std::string sessionToken; ///< empty if the keys do not end

    bool operator==(const S3Credentials&) const = default;
};

using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// A request to S3 that is to be signed with AWS Signature Version 4, by S3's rules: each byte of a path is encoded
/// once, and dots and doubled slashes stay.
struct S3Request {
    std::string method = "GET";
    WebAddress address; ///< its path and query as they go on the wire
    HeaderList headers; ///< to be signed too, such as Range
    std::string payload; ///< what x-amz-content-sha256 says: payloadOf()
    std::string region;
    std::string time; ///< UTC, as signatureTime() writes it
};

/// A signature, and what led to it, for whoever looks for a fault.
struct S3Signature {
    std::string canonicalRequest; ///< may hold a secret, the session token
    std::string stringToSign;
    std::string signature; ///< 64 hexadecimal digits
};

struct SignedRequest {
    S3Signature signature;
    HeaderList headers; ///< to be sent: those of the request and those of the signature. Secrets
};

struct PresignedRequest {
    S3Signature signature;
    WebAddress address; ///< good for whoever has it, with GET only; its query is a secret
};

/// Signs by headers. This and the rest fail with Unsupported where this machine has no SHA-256.
Result<SignedRequest> signRequest(const S3Request& request, const S3Credentials& credentials);

/// Signs by the query, for `expires` seconds. The payload is not signed, whatever the request says.
Result<PresignedRequest> presignRequest(
    const S3Request& request, const S3Credentials& credentials, std::uint32_t expires);

/// The key that a day's requests to a region are signed with; a secret. `date`: "20261123".
Result<Sha256> signingKey(const S3Credentials& credentials, std::string_view date, std::string_view region);

/// What is said of a request's empty body: that it is not signed, or over plain http, where anybody could add one, the
/// SHA-256 of nothing.
std::string payloadOf(const WebAddress& address);

/// "20261123T050607Z" of seconds since 1970.
std::string signatureTime(std::int64_t seconds);

} // namespace loupe::remote
