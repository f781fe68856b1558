#include "formats/storages/spanning_storage.h"

#include "formats/storages/piece_reading.h"

namespace loupe {

SpanningStorage::SpanningStorage(std::vector<SourcePiece> pieces)
    : m_pieces(std::move(pieces))
{
    m_ends.reserve(m_pieces.size());
    std::uint64_t end = 0;
    for (const SourcePiece& piece : m_pieces)
        m_ends.push_back(end += piece.range.size());
}

Result<> SpanningStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    const std::uint64_t size = bitsPerElement(tensor.dtype) / 8;
    const auto read = [&](std::size_t number, std::uint64_t begin, std::span<std::byte> part) -> Result<> {
        const SourcePiece& piece = m_pieces[number];
        const Source& from = piece.source ? *piece.source : source;
        if (auto done = from.read(piece.range.begin + begin, part); !done)
            return done;
        // Readers check only the tensor's own file.
        return piece.source ? from.checkUnchanged() : Result<>();
    };
    return readPieces(m_ends, first * size, target.first(count * size), source, read);
}

} // namespace loupe
