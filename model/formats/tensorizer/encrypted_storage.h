#pragma once

#include "core/elements.h"
#include "formats/tensorizer/tensorizer_decryption.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace loupe::tensorizer {

/// The storage of a tensor whose values cannot be read. Its error says why.
class TensorizerLockedStorage : public Storage {
public:
    /// `why` continues "tensor NAME ".
    TensorizerLockedStorage(ErrorCode code, std::string why)
        : m_code(code)
        , m_why(std::move(why))
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    ErrorCode m_code;
    std::string m_why;
};

/// Elements of a tensor that is encrypted in pieces. Authenticates a whole piece before the first of its bytes is
/// returned, then decrypts any part of it on demand. Keeps no decrypted bytes, however large pieces are.
class TensorizerEncryptedStorage : public Storage {
public:
    /// Rejects larger pieces, since a piece is read at once, and that cannot be stopped.
    static constexpr std::uint64_t largestPiece = std::uint64_t{4} << 30;

    /// `data` is the tensor's data in the file. `crypt` must have one MAC per piece.
    TensorizerEncryptedStorage(ByteRange data, const TensorizerCrypt& crypt, std::shared_ptr<const WipedBytes> key);

    /// Fails with Malformed if elements are beyond the data, or if a piece was not encrypted with this key; with
    /// TooLarge if a piece is larger than largestPiece; or as Source does.
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

    std::string_view refusedAs() const override { return "CryptographyError"; }

    std::uint64_t pieceBytes() const { return m_pieceBytes; }
    /// True if the first piece was encrypted with this key. Fails as Source does.
    Result<bool> opens(const Source& source) const;

private:
    ByteRange pieceRange(std::uint64_t piece) const;
    Result<bool> matches(const Source& source, std::uint64_t piece) const;
    Result<> authenticate(const Tensor& tensor, const Source& source, std::uint64_t piece) const;
    Result<> decrypt(
        const Source& source, std::uint64_t piece, ByteRange range, std::span<std::byte> target, Buffer& scratch) const;

    ByteRange m_data;
    std::uint64_t m_pieceBytes; ///< size of each piece except the last
    std::uint64_t m_macs; ///< offset of the first MAC in the file
    TensorizerNonce m_nonce;
    std::shared_ptr<const WipedBytes> m_key;
    mutable std::vector<std::atomic<std::uint64_t>> m_authentic; ///< one bit for each piece
};

} // namespace loupe::tensorizer
