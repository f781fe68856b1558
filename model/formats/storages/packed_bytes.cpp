#include "formats/storages/packed_bytes.h"

#include "formats/storages/piece_reading.h"

namespace loupe {

Result<> readPiece(const BytePiece& piece, const Source& source, std::uint64_t offset, std::span<std::byte> target)
{
    return piece.packed ? piece.packed->read(source, offset, target) : source.read(piece.range.begin + offset, target);
}

PiecedBytes::PiecedBytes(std::vector<BytePiece> pieces)
    : m_pieces(std::move(pieces))
{
    m_ends.reserve(m_pieces.size());
    std::uint64_t end = 0;
    for (const BytePiece& piece : m_pieces)
        m_ends.push_back(end += piece.size);
}

Result<> PiecedBytes::read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const
{
    return readPieces(
        m_ends, offset, target, source, [&](std::size_t piece, std::uint64_t begin, std::span<std::byte> part) {
            return readPiece(m_pieces[piece], source, begin, part);
        });
}

std::uint64_t PiecedBytes::fileBytes() const
{
    std::uint64_t bytes = 0;
    for (const BytePiece& piece : m_pieces)
        bytes += piece.packed ? piece.packed->fileBytes() : piece.size;
    return bytes;
}

} // namespace loupe
