#include "saving/writing/written_pieces.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "saving/writing/written_bytes.h"

#include <algorithm>

namespace loupe {

void WrittenPieces::add(std::uint64_t offset, std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return;
    const Piece piece{{offset, offset + bytes.size()}, fingerprint(bytes)};
    const std::lock_guard lock(m_mutex);
    m_pieces.push_back(piece);
}

Result<> WrittenPieces::check(const Source& written, const Work& work) const
{
    Buffer scratch;
    for (const Piece& piece : m_pieces) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        bool isSame = false;
        auto visited = written.visit(piece.range, scratch, [&](std::span<const std::byte> bytes) {
            const Fingerprint there = fingerprint(bytes);
            isSame = there.low == piece.digest.low && there.high == piece.digest.high;
        });
        if (!visited)
            return visited;
        if (!isSame)
            return writtenDiffers(written.path(), "there is a difference in " + formatByteRange(piece.range));
        written.release(piece.range);
        work.advance(piece.range.size());
    }
    return {};
}

std::uint64_t remoteBytes(const RecipeItem& item)
{
    const std::uint64_t bytes = remoteBytes(*item.source, item.tensor);
    return item.isDifference() ? saturatingAdd(bytes, remoteBytes(*item.base, item.baseTensor)) : bytes;
}

bool areRemote(std::span<const RecipeItem> items)
{
    return std::ranges::any_of(items, [](const RecipeItem& item) { return remoteBytes(item) > 0; });
}

} // namespace loupe
