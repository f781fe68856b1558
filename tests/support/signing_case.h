#pragma once

#include "core/result.h"

#include <nlohmann/json.hpp>

namespace loupe::test {

/// Signs the request of a case in the form of tests/data/remote/sigv4.json, and returns the result fields of such a
/// case: "url", "canonical_request", "string_to_sign", "signing_key_hex", "signature", and "signed_request_headers" or,
/// if the kind is presigned, "presigned_url". The URL is built from endpoint, style, bucket, key and query. If there is
/// no bucket, "url" is signed as is. Throws nlohmann's exceptions if a field is missing.
Result<nlohmann::json> signedCase(const nlohmann::json& wanted);

} // namespace loupe::test
