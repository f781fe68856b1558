#pragma once

#include "core/elements.h"
#include "formats/storages/kept_arrays.h"
#include "formats/storages/packed_bytes.h"

namespace loupe::arrow {

/// Numbers of the codecs in a record batch's compression.
enum class ArrowCodec : std::int8_t { Lz4Frame = 0, Zstd = 1 };

/// "LZ4_FRAME"; empty for a number that is none.
std::string_view arrowCodecName(ArrowCodec codec);
/// Whether this build has the codec's library.
bool hasArrowCodec(ArrowCodec codec);

/// A compressed buffer of a record batch. It is decompressed whole, up to what KeptArrays hold.
class ArrowCompressed : public PackedBytes {
public:
    /// `size` of what it holds is claimed. Reading fails with Unsupported where the build has no such codec, with
    /// Malformed where it holds something else.
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

/// Truth values that are bits, from the lowest of each byte on; as bytes of 0 and 1.
class ArrowBits : public Storage {
public:
    struct Piece {
        BytePiece bytes;
        std::uint64_t bits = 0;
    };

    /// Each piece begins with a byte of its own.
    explicit ArrowBits(std::vector<Piece> pieces);
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::uint64_t fileBytes(const Tensor& tensor) const override;

private:
    std::vector<Piece> m_pieces;
    std::vector<std::uint64_t> m_ends; ///< of the pieces, in bits
};

} // namespace loupe::arrow
