#pragma once

#include "core/source.h"

#include <memory>
#include <vector>

namespace loupe {

/// Bytes that are not stored plainly, but compressed, as text, or in several pieces. Immutable, thread-safe, with
/// bounded memory use.
class PackedBytes {
public:
    virtual ~PackedBytes() = default;
    /// Copies the bytes from `offset` on into `target`. Fails with PastTheEnd, with Malformed if the bytes contradict
    /// the file's claims, with OutOfMemory, or as Source does.
    virtual Result<> read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const = 0;
    /// The number of bytes of the file that they take up.
    virtual std::uint64_t fileBytes() const = 0;

protected:
    PackedBytes() = default;
    PackedBytes(const PackedBytes&) = default;
    PackedBytes(PackedBytes&&) = default;
    PackedBytes& operator=(const PackedBytes&) = default;
    PackedBytes& operator=(PackedBytes&&) = default;
};

/// A stretch of bytes that are stored plainly in the file, or packed.
struct BytePiece {
    ByteRange range; ///< in the file; for packed bytes the range of their first piece
    std::uint64_t size = 0; ///< of the unpacked bytes
    std::shared_ptr<const PackedBytes> packed; ///< null if they are stored plainly in `range`
};

/// The piece's bytes from `offset` on. Fails as PackedBytes::read() and Source::read() do.
Result<> readPiece(const BytePiece& piece, const Source& source, std::uint64_t offset, std::span<std::byte> target);

/// Several pieces, one after the other.
class PiecedBytes : public PackedBytes {
public:
    /// Plain pieces must be in the file. The sum of all sizes must fit in 64 bits.
    explicit PiecedBytes(std::vector<BytePiece> pieces);
    Result<> read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const override;
    std::uint64_t fileBytes() const override;

private:
    std::vector<BytePiece> m_pieces;
    std::vector<std::uint64_t> m_ends; ///< end of each piece, as an offset in the concatenation of all pieces
};

} // namespace loupe
