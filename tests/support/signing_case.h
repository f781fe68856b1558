#pragma once

#include "core/result.h"

#include <nlohmann/json.hpp>

namespace loupe::test {

/// Signs the request of a case as tests/data/remote/sigv4.json has them, and gives what such a case says of the answer:
/// "url", "canonical_request", "string_to_sign", "signing_key_hex", "signature", and "signed_request_headers" or, where
/// its kind is presigned, "presigned_url". The URL is made of endpoint, style, bucket, key and query. Where there is no
/// bucket, "url" is signed as it is. Throws nlohmann's exceptions where a field is missing.
Result<nlohmann::json> signedCase(const nlohmann::json& wanted);

} // namespace loupe::test
