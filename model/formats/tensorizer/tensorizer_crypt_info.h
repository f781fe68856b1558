#pragma once

#include "formats/tensorizer/tensorizer_cursor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::tensorizer {

/// The parameters for deriving a key from a passphrase with Argon2id. The numbers come from the file and are untrusted.
struct TensorizerDerivation {
    static constexpr std::size_t saltBytes = 16;

    std::uint64_t operations = 0; ///< passes over the memory
    std::uint64_t memory = 0; ///< bytes
    std::int32_t algorithm = 0; ///< 2 is Argon2id 1.3
    std::array<std::byte, saltBytes> salt{};

    bool operator==(const TensorizerDerivation&) const = default;
};

/// How one tensor is encrypted: in pieces, each an XSalsa20-Poly1305 secret box. The nonce of piece i is the nonce plus
/// i, as one little-endian number.
struct TensorizerCrypt {
    static constexpr std::size_t nonceBytes = 24;
    static constexpr std::size_t macBytes = 16;

    std::optional<TensorizerDerivation> derivation; ///< nothing if the key was given directly
    bool isEncrypted = false; ///< otherwise the block is empty, as for tensors without data
    bool isOnePiece = false; ///< the data is a single piece, whatever the value of pieceBytes
    std::uint64_t pieceBytes = 0;
    std::array<std::byte, nonceBytes> nonce{};
    std::uint64_t macs = 0; ///< offset of the first MAC in the file; the others follow it
    std::uint64_t macCount = 0; ///< all of them are within the header
};

struct TensorizerFault {
    std::string_view code;
    std::string message; ///< continues "tensor NAME: "
    std::string_view refusedAs;
    std::uint64_t offset = 0;
};

/// Reads the block after its length field, from the cursor's position to `end`.
std::optional<TensorizerFault> readTensorizerCrypt(TensorizerCursor& cursor, std::uint64_t end, TensorizerCrypt& crypt);

} // namespace loupe::tensorizer
