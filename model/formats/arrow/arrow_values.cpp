#include "formats/arrow/arrow_values.h"

#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"
#include "formats/storages/decompression.h"

#include <algorithm>
#include <array>

namespace loupe::arrow {

std::string_view arrowCodecName(ArrowCodec codec)
{
    switch (codec) {
    case ArrowCodec::Lz4Frame:
        return "LZ4_FRAME";
    case ArrowCodec::Zstd:
        return "ZSTD";
    }
    return {};
}

bool hasArrowCodec(ArrowCodec codec)
{
    return (codec == ArrowCodec::Lz4Frame && unpacksLz4()) || (codec == ArrowCodec::Zstd && unpacksZstd());
}

Result<> ArrowCompressed::decompress(const Source& source, std::span<std::byte> target) const
{
    Buffer scratch;
    bool isSound = false;
    auto done = source.visit(m_range, scratch, [&](std::span<const std::byte> packed) {
        isSound = m_codec == ArrowCodec::Lz4Frame ? unpackLz4Frame(packed, target) : unpackZstd(packed, target);
    });
    if (!done || isSound)
        return done;
    return fail(ErrorCode::Malformed,
        "the compressed buffer does not hold the " + counted(target.size(), "byte") + " that it claims",
        source.path().string(), m_range.begin);
}

Result<> ArrowCompressed::read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const
{
    if (!hasArrowCodec(m_codec)) {
        return fail(ErrorCode::Unsupported, "this build cannot decompress " + std::string(arrowCodecName(m_codec)),
            source.path().string(), m_range.begin);
    }
    if (offset > m_size || target.size() > m_size - offset)
        return fail(ErrorCode::PastTheEnd, "the compressed buffer has fewer bytes", source.path().string());
    const auto bytes = m_kept->get(
        source, m_range, m_size, [&](std::span<std::byte> all) { return decompress(source, all); }, this);
    if (!bytes)
        return fail(bytes.error());
    std::copy_n((*bytes)->bytes().begin() + static_cast<std::ptrdiff_t>(offset), target.size(), target.begin());
    return {};
}

ArrowBits::ArrowBits(std::vector<Piece> pieces)
    : m_pieces(std::move(pieces))
{
    m_ends.reserve(m_pieces.size());
    std::uint64_t end = 0;
    for (const Piece& piece : m_pieces)
        m_ends.push_back(end += piece.bits);
}

std::uint64_t ArrowBits::fileBytes(const Tensor&) const
{
    std::uint64_t bytes = 0;
    for (const Piece& piece : m_pieces)
        bytes += piece.bytes.packed ? piece.bytes.packed->fileBytes() : piece.bytes.range.size();
    return bytes;
}

Result<> ArrowBits::decode(
    const Tensor&, const Source& source, std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const
{
    constexpr std::uint64_t bitsAtOnce = std::uint64_t{8} << 12;
    std::array<std::byte, bitsAtOnce / 8 + 1> bytes{};
    auto next = static_cast<std::size_t>(std::upper_bound(m_ends.begin(), m_ends.end(), first) - m_ends.begin());
    std::byte* to = target.data();
    for (; count > 0 && next < m_pieces.size(); ++next) {
        const Piece& piece = m_pieces[next];
        while (count > 0 && first < m_ends[next]) {
            const std::uint64_t bit = piece.bits - (m_ends[next] - first);
            const std::uint64_t now = std::min({count, piece.bits - bit, bitsAtOnce});
            const auto part = std::span(bytes).first((bit % 8 + now + 7) / 8);
            if (auto done = readPiece(piece.bytes, source, bit / 8, part); !done)
                return done;
            for (std::uint64_t i = bit % 8; i < bit % 8 + now; ++i)
                *to++ = part[i / 8] >> (i % 8) & std::byte{1};
            first += now;
            count -= now;
        }
    }
    if (count > 0)
        return fail(ErrorCode::PastTheEnd, "the pieces have fewer bits", source.path().string());
    return {};
}

} // namespace loupe::arrow
