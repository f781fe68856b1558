#pragma once

#include "core/elements.h"
#include "formats/storages/kept_arrays.h"
#include "formats/storages/packed_bytes.h"

namespace loupe::arrow {

/// The codec numbers in a record batch's BodyCompression.
enum class ArrowCodec : std::int8_t { Lz4Frame = 0, Zstd = 1 };

/// "LZ4_FRAME"; empty for an unknown number.
std::string_view arrowCodecName(ArrowCodec codec);
/// True if this build has the codec's library.
bool hasArrowCodec(ArrowCodec codec);

/// A compressed buffer of a record batch. It is decompressed as a whole, so its size is limited to what KeptArrays
/// allows.
class ArrowCompressed : public PackedBytes {
public:
    /// `size` is the claimed size of the content. Reading fails with Unsupported if this build lacks the codec, and
    /// with Malformed if the content is invalid or has a different size.
    ArrowCompressed(ArrowCodec codec, ByteRange range, std::uint64_t size, std::shared_ptr<KeptArrays> kept)
        : m_codec(codec)
        , m_range(range)
        , m_size(size)
        , m_kept(std::move(kept))
    {
    }
    Result<> read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const override;
    std::uint64_t fileBytes() const override { return m_range.size(); }

private:
    Result<> decompress(const Source& source, std::span<std::byte> target) const;

    ArrowCodec m_codec;
    ByteRange m_range;
    std::uint64_t m_size;
    std::shared_ptr<KeptArrays> m_kept;
};

/// Booleans stored as bits, the lowest bit of each byte first. Decodes them to bytes of 0 and 1.
class ArrowBits : public Storage {
public:
    struct Piece {
        BytePiece bytes;
        std::uint64_t bits = 0;
    };

    /// Each piece begins at a byte boundary.
    explicit ArrowBits(std::vector<Piece> pieces);
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::uint64_t fileBytes(const Tensor& tensor) const override;

private:
    std::vector<Piece> m_pieces;
    std::vector<std::uint64_t> m_ends; ///< end of each piece, in bits
};

} // namespace loupe::arrow
