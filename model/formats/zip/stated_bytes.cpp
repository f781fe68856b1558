#include "formats/zip/stated_bytes.h"

#include "core/text/text.h"
#include "formats/zip/inflater.h"

#include <algorithm>

namespace loupe::zip {

namespace {

tl::unexpected<Error> stopped(const Source& source)
{
    return fail(ErrorCode::Stopped, "stopped while a digest was computed", source.path().string());
}

} // namespace

Result<> PlainStatedBytes::visit(
    const Source& source, const Work& work, const std::function<void(std::span<const std::byte>)>& add) const
{
    constexpr std::uint64_t atOnce = std::uint64_t{1} << 20;
    Buffer scratch;
    for (std::uint64_t begin = m_range.begin; begin < m_range.end;) {
        if (work.stopped())
            return stopped(source);
        const ByteRange piece{begin, begin + std::min(atOnce, m_range.end - begin)};
        if (auto visited = source.visit(piece, scratch, add); !visited)
            return visited;
        begin = piece.end;
    }
    return {};
}

Result<> InflatedStatedBytes::visit(
    const Source& source, const Work& work, const std::function<void(std::span<const std::byte>)>& add) const
{
    constexpr std::uint64_t atOnce = std::uint64_t{256} << 10;
    auto inflater = Inflater::create(m_stream);
    if (!inflater)
        return fail(std::move(inflater.error()));
    Buffer scratch;
    Buffer piece;
    if (auto room = piece.resize(std::min(atOnce, m_size)); !room)
        return room;
    while ((*inflater)->position() < m_size) {
        if (work.stopped())
            return stopped(source);
        const std::uint64_t left = m_size - (*inflater)->position();
        const auto target = piece.bytes().first(std::min<std::uint64_t>(piece.bytes().size(), left));
        const auto got = (*inflater)->next(source, target, scratch);
        if (!got)
            return fail(got.error());
        add(target.first(*got));
        if ((*inflater)->wasCut()) {
            return fail(ErrorCode::Malformed,
                "a deflate stream is cut off after " + formatCount((*inflater)->position()) + " of "
                    + counted(m_size, "byte"),
                source.path().string(), m_stream.end);
        }
        if (*got < target.size()) // the stream ends here, and the digest covers everything before
            break;
    }
    return {};
}

Result<> OtherStatedBytes::visit(
    const Source& /*source*/, const Work& work, const std::function<void(std::span<const std::byte>)>& add) const
{
    auto visited = m_bytes->visit(*m_file, work, add);
    return visited ? m_file->checkUnchanged() : visited;
}

} // namespace loupe::zip
