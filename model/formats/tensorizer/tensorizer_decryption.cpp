#include "formats/tensorizer/tensorizer_decryption.h"

#include "core/checked_math.h"
#include "core/text/text.h"

#include <algorithm>

#ifdef LOUPE_SODIUM
#include <sodium.h>
#endif

namespace loupe::tensorizer {

TensorizerNonce nonceOfPiece(const TensorizerNonce& nonce, std::uint64_t number)
{
    TensorizerNonce sum = nonce;
    unsigned carry = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const unsigned digit = i < sizeof number ? static_cast<unsigned>(number >> (8 * i)) & 0xffU : 0U;
        carry += std::to_integer<unsigned>(sum[i]) + digit;
        sum[i] = static_cast<std::byte>(carry & 0xffU);
        carry >>= 8;
    }
    return sum;
}

#ifdef LOUPE_SODIUM

namespace {

/// A piece's key stream begins with the key of its MAC, followed by the key stream for its bytes.
constexpr std::size_t macKeyBytes = crypto_onetimeauth_KEYBYTES;
constexpr std::size_t blockBytes = 64; // block size of XSalsa20

const unsigned char* raw(std::span<const std::byte> bytes)
{
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

unsigned char* raw(std::span<std::byte> bytes)
{
    return reinterpret_cast<unsigned char*>(bytes.data());
}

} // namespace

bool canDecryptTensorizer()
{
    static const bool isReady = sodium_init() >= 0; // selects the implementation for this processor
    return isReady;
}

Result<WipedBytes> deriveTensorizerKey(std::span<const std::byte> passphrase, const TensorizerDerivation& derivation)
{
    if (derivation.algorithm != crypto_pwhash_ALG_ARGON2ID13) {
        return fail(ErrorCode::Unsupported,
            "its key is made by algorithm " + std::to_string(derivation.algorithm) + ", expected 2, Argon2id 1.3");
    }
    const auto work = checkedMultiply(derivation.operations, derivation.memory);
    if (derivation.memory > mostTensorizerMemory || !work || *work > mostTensorizerWork) {
        return fail(ErrorCode::TooLarge,
            "to make its key of a passphrase is to take " + counted(derivation.operations, "pass", "passes") + " over "
                + formatBytes(derivation.memory) + ", which is done up to " + formatBytes(mostTensorizerMemory)
                + " and, passes times memory, " + formatBytes(mostTensorizerWork));
    }
    if (derivation.operations < crypto_pwhash_OPSLIMIT_MIN || derivation.memory < crypto_pwhash_MEMLIMIT_MIN) {
        return fail(ErrorCode::Malformed,
            "to make its key of a passphrase is to take " + counted(derivation.operations, "pass", "passes") + " over "
                + formatBytes(derivation.memory) + ", expected at least one over 8 KiB");
    }
    static_assert(TensorizerDerivation::saltBytes == crypto_pwhash_SALTBYTES);
    static_assert(Secret::keyBytes == crypto_secretbox_KEYBYTES);
    WipedBytes key(Secret::keyBytes);
    if (!canDecryptTensorizer()
        || crypto_pwhash(raw(key.bytes()), key.bytes().size(), reinterpret_cast<const char*>(passphrase.data()),
               passphrase.size(), raw(derivation.salt), derivation.operations, derivation.memory, derivation.algorithm)
            != 0)
        return fail(
            ErrorCode::OutOfMemory, "no memory for making its key, which takes " + formatBytes(derivation.memory));
    return key;
}

struct TensorizerAuthenticator::State {
    crypto_onetimeauth_state poly{};
};

TensorizerAuthenticator::TensorizerAuthenticator(std::span<const std::byte> key, const TensorizerNonce& nonce)
    : m_state(std::make_unique<State>())
{
    std::array<unsigned char, macKeyBytes> macKey{};
    crypto_stream_xsalsa20(macKey.data(), macKey.size(), raw(nonce), raw(key));
    crypto_onetimeauth_init(&m_state->poly, macKey.data());
    sodium_memzero(macKey.data(), macKey.size());
}

TensorizerAuthenticator::~TensorizerAuthenticator()
{
    sodium_memzero(m_state.get(), sizeof *m_state);
}

void TensorizerAuthenticator::add(std::span<const std::byte> bytes)
{
    crypto_onetimeauth_update(&m_state->poly, raw(bytes), bytes.size());
}

bool TensorizerAuthenticator::matches(const TensorizerMac& mac)
{
    std::array<unsigned char, crypto_onetimeauth_BYTES> found{};
    crypto_onetimeauth_final(&m_state->poly, found.data());
    static_assert(crypto_onetimeauth_BYTES == TensorizerCrypt::macBytes);
    return crypto_verify_16(found.data(), raw(mac)) == 0;
}

void decryptTensorizer(std::span<const std::byte> key, const TensorizerNonce& nonce, std::uint64_t position,
    std::span<const std::byte> from, std::span<std::byte> to)
{
    const std::uint64_t begin = macKeyBytes + position; // in the key stream
    std::uint64_t block = begin / blockBytes;
    const std::size_t inBlock = begin % blockBytes;
    if (inBlock > 0) {
        std::array<unsigned char, blockBytes> part{};
        const std::size_t size = std::min(from.size(), blockBytes - inBlock);
        std::copy_n(raw(from), size, part.begin() + inBlock);
        crypto_stream_xsalsa20_xor_ic(part.data(), part.data(), part.size(), raw(nonce), block, raw(key));
        std::copy_n(part.begin() + inBlock, size, raw(to));
        sodium_memzero(part.data(), part.size()); // some of it is key stream
        from = from.subspan(size);
        to = to.subspan(size);
        ++block;
    }
    if (!from.empty())
        crypto_stream_xsalsa20_xor_ic(raw(to), raw(from), from.size(), raw(nonce), block, raw(key));
}

#else

bool canDecryptTensorizer()
{
    return false;
}

Result<WipedBytes> deriveTensorizerKey(std::span<const std::byte>, const TensorizerDerivation&)
{
    return fail(ErrorCode::Unsupported, "this build of the program cannot decrypt: it was built without libsodium");
}

struct TensorizerAuthenticator::State { };

TensorizerAuthenticator::TensorizerAuthenticator(std::span<const std::byte>, const TensorizerNonce&) { }
TensorizerAuthenticator::~TensorizerAuthenticator() = default;
void TensorizerAuthenticator::add(std::span<const std::byte>) { }
bool TensorizerAuthenticator::matches(const TensorizerMac&)
{
    return false;
}

void decryptTensorizer(
    std::span<const std::byte>, const TensorizerNonce&, std::uint64_t, std::span<const std::byte>, std::span<std::byte>)
{
}

#endif

} // namespace loupe::tensorizer
