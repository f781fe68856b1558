#include "remote/s3/sha256.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace loupe::remote {

namespace {

tl::unexpected<Error> refusedByOpenSsl()
{
    return fail(
        ErrorCode::Unsupported, "this machine's OpenSSL does not offer SHA-256, which requests are signed with");
}

const unsigned char* bytesOf(std::string_view text)
{
    return reinterpret_cast<const unsigned char*>(text.data());
}

} // namespace

Result<Sha256> sha256(std::string_view text)
{
    Sha256 digest{};
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1 || size != digest.size())
        return refusedByOpenSsl();
    return digest;
}

Result<Sha256> hmacSha256(std::span<const unsigned char> key, std::string_view text)
{
    Sha256 digest{};
    unsigned size = 0;
    const unsigned char* const made =
        HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytesOf(text), text.size(), digest.data(), &size);
    if (!made || size != digest.size())
        return refusedByOpenSsl();
    return digest;
}

std::string hexadecimalOf(const Sha256& digest)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * digest.size());
    for (const unsigned char byte : digest) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

} // namespace loupe::remote
