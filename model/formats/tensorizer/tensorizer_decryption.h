#pragma once

#include "formats/shared/secret.h"
#include "formats/tensorizer/tensorizer_crypt_info.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace loupe::tensorizer {

/// False in a build without libsodium, in which the functions below fail with Unsupported, or do nothing.
bool canDecryptTensorizer();

/// Limits for deriving a key, whatever the file asks for: libsodium's "sensitive" settings, the most expensive it
/// proposes, are 4 passes over 1 GiB.
inline constexpr std::uint64_t mostTensorizerMemory = std::uint64_t{1} << 30; ///< bytes
inline constexpr std::uint64_t mostTensorizerWork = 4 * mostTensorizerMemory; ///< bytes times passes

/// The key derived from the passphrase. Takes a few seconds at most, and cannot be stopped. Fails with TooLarge if it
/// would exceed these limits, Unsupported for an algorithm other than Argon2id 1.3, or OutOfMemory.
Result<WipedBytes> deriveTensorizerKey(std::span<const std::byte> passphrase, const TensorizerDerivation& derivation);

using TensorizerNonce = std::array<std::byte, TensorizerCrypt::nonceBytes>;
using TensorizerMac = std::array<std::byte, TensorizerCrypt::macBytes>;

/// `nonce` plus `number`, as one little-endian number that wraps around.
TensorizerNonce nonceOfPiece(const TensorizerNonce& nonce, std::uint64_t number);

/// Authenticates a piece. It must be given all bytes of the piece, in order, before any of them is decrypted.
class TensorizerAuthenticator {
public:
    TensorizerAuthenticator(std::span<const std::byte> key, const TensorizerNonce& nonce);
    ~TensorizerAuthenticator();
    TensorizerAuthenticator(const TensorizerAuthenticator&) = delete;
    TensorizerAuthenticator& operator=(const TensorizerAuthenticator&) = delete;

    void add(std::span<const std::byte> bytes);
    /// True if `mac` was made from these bytes with this key. Call this only once.
    bool matches(const TensorizerMac& mac);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Decrypts bytes that begin `position` bytes into a piece. `to` has the size of `from`.
void decryptTensorizer(std::span<const std::byte> key, const TensorizerNonce& nonce, std::uint64_t position,
    std::span<const std::byte> from, std::span<std::byte> to);

} // namespace loupe::tensorizer
