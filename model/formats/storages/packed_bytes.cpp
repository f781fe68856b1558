#include "formats/storages/packed_bytes.h"

#include <algorithm>

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
    auto next = static_cast<std::size_t>(std::upper_bound(m_ends.begin(), m_ends.end(), offset) - m_ends.begin());
    for (; !target.empty() && next < m_pieces.size(); ++next) {
        const BytePiece& piece = m_pieces[next];
        const std::uint64_t first = piece.size - (m_ends[next] - offset);
        const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(target.size(), piece.size - first));
        if (auto done = readPiece(piece, source, first, target.first(now)); !done)
            return done;
        target = target.subspan(now);
        offset += now;
    }
    if (!target.empty())
        return fail(ErrorCode::PastTheEnd, "the pieces have fewer bytes", source.path().string());
    return {};
}

std::uint64_t PiecedBytes::fileBytes() const
{
    std::uint64_t bytes = 0;
    for (const BytePiece& piece : m_pieces)
        bytes += piece.packed ? piece.packed->fileBytes() : piece.size;
    return bytes;
}

} // namespace loupe
