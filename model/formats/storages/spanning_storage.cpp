#include "formats/storages/spanning_storage.h"

#include <algorithm>

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
    std::uint64_t offset = first * size;
    target = target.first(count * size);
    auto next = static_cast<std::size_t>(std::upper_bound(m_ends.begin(), m_ends.end(), offset) - m_ends.begin());
    for (; !target.empty() && next < m_pieces.size(); ++next) {
        const SourcePiece& piece = m_pieces[next];
        const std::uint64_t begin = piece.range.size() - (m_ends[next] - offset);
        const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(target.size(), piece.range.size() - begin));
        const Source& from = piece.source ? *piece.source : source;
        if (auto done = from.read(piece.range.begin + begin, target.first(now)); !done)
            return done;
        // Readers check only the tensor's own file.
        if (auto unchanged = piece.source ? from.checkUnchanged() : Result<>(); !unchanged)
            return unchanged;
        target = target.subspan(now);
        offset += now;
    }
    if (!target.empty())
        return fail(ErrorCode::PastTheEnd, "the pieces have fewer bytes", source.path().string());
    return {};
}

} // namespace loupe
