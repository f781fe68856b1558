#include "analysis/digests/hasher.h"

#include "analysis/digests/crc32.h"
#include "analysis/digests/xxh3.h"
#include "core/crc32c.h"
#include "core/stated_digests.h"

#include <array>

#include <openssl/evp.h>

namespace loupe {

namespace {

std::string hexadecimal(const unsigned char* bytes, std::size_t size)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * size);
    for (std::size_t i = 0; i < size; ++i) {
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
    return text;
}

class Xxh3Hasher : public Hasher {
public:
    explicit Xxh3Hasher(bool wide)
        : m_wide(wide)
    {
        if (m_wide)
            XXH3_128bits_reset(&m_state);
        else
            XXH3_64bits_reset(&m_state);
    }

    void add(std::span<const std::byte> bytes) override
    {
        if (m_wide)
            XXH3_128bits_update(&m_state, bytes.data(), bytes.size());
        else
            XXH3_64bits_update(&m_state, bytes.data(), bytes.size());
    }

    Result<std::string> hexDigest() override
    {
        if (m_wide) {
            XXH128_canonical_t canonical;
            XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&m_state));
            return hexadecimal(canonical.digest, sizeof(canonical.digest));
        }
        XXH64_canonical_t canonical;
        XXH64_canonicalFromHash(&canonical, XXH3_64bits_digest(&m_state));
        return hexadecimal(canonical.digest, sizeof(canonical.digest));
    }

private:
    XXH3_state_t m_state;
    bool m_wide;
};

/// Continues a 32-bit checksum: `before` is that of the preceding bytes.
using Crc = std::uint32_t (*)(std::uint32_t before, std::span<const std::byte> bytes);

class CrcHasher : public Hasher {
public:
    explicit CrcHasher(Crc crc)
        : m_crc(crc)
    {
    }
    void add(std::span<const std::byte> bytes) override { m_value = m_crc(m_value, bytes); }
    Result<std::string> hexDigest() override { return crcDigest(m_value); }

private:
    Crc m_crc;
    std::uint32_t m_value = 0;
};

class ShaHasher : public Hasher {
public:
    /// False if OpenSSL does not have the algorithm, for example in a restricted configuration.
    bool begin(const EVP_MD* algorithm)
    {
        return m_context && algorithm && EVP_DigestInit_ex(m_context.get(), algorithm, nullptr) == 1;
    }

    void add(std::span<const std::byte> bytes) override
    {
        m_valid = m_valid && EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()) == 1;
    }

    Result<std::string> hexDigest() override
    {
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
        unsigned size = 0;
        if (!m_valid || EVP_DigestFinal_ex(m_context.get(), digest.data(), &size) != 1)
            return fail(ErrorCode::Unsupported, "this machine's OpenSSL could not compute the digest");
        return hexadecimal(digest.data(), size);
    }

private:
    struct Free {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };
    std::unique_ptr<EVP_MD_CTX, Free> m_context{EVP_MD_CTX_new()};
    bool m_valid = true;
};

const EVP_MD* openSslAlgorithm(DigestAlgorithm algorithm)
{
    switch (algorithm) {
    case DigestAlgorithm::Sha1:
        return EVP_sha1();
    case DigestAlgorithm::Sha256:
        return EVP_sha256();
    case DigestAlgorithm::Sha3_256:
        return EVP_sha3_256();
    case DigestAlgorithm::Sha512:
        return EVP_sha512();
    case DigestAlgorithm::Xxh3_64:
    case DigestAlgorithm::Xxh3_128:
        break;
    }
    return nullptr;
}

} // namespace

std::unique_ptr<Hasher> Hasher::createCrc32()
{
    return std::make_unique<CrcHasher>(crc32);
}

std::unique_ptr<Hasher> Hasher::createCrc32c()
{
    return std::make_unique<CrcHasher>(crc32c);
}

Result<std::unique_ptr<Hasher>> Hasher::create(DigestAlgorithm algorithm)
{
    if (algorithm == DigestAlgorithm::Xxh3_64 || algorithm == DigestAlgorithm::Xxh3_128)
        return std::make_unique<Xxh3Hasher>(algorithm == DigestAlgorithm::Xxh3_128);
    auto hasher = std::make_unique<ShaHasher>();
    if (!hasher->begin(openSslAlgorithm(algorithm))) {
        return fail(ErrorCode::Unsupported,
            "this machine's OpenSSL does not offer " + std::string(digestAlgorithmName(algorithm)));
    }
    return hasher;
}

} // namespace loupe
