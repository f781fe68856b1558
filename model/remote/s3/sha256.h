#pragma once

#include "core/result.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace loupe::remote {

using Sha256 = std::array<unsigned char, 32>;

/// Fails with Unsupported if this machine's OpenSSL refuses the algorithm.
Result<Sha256> sha256(std::string_view text);
/// HMAC-SHA256 (RFC 2104). Fails as sha256() does.
Result<Sha256> hmacSha256(std::span<const unsigned char> key, std::string_view text);

/// The digest in lowercase.
std::string hexadecimalOf(const Sha256& digest);

} // namespace loupe::remote
