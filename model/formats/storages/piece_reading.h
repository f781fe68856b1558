#pragma once

#include "core/source.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace loupe {

/// Fills `target` from `offset` on in the concatenation of pieces with these ends. Calls `read` with the number of a
/// piece, an offset in it, and the part of the target that it fills. Fails as `read` does, and with PastTheEnd, naming
/// `source`, if the pieces are too short.
template <typename Read>
Result<> readPieces(std::span<const std::uint64_t> ends, std::uint64_t offset, std::span<std::byte> target,
    const Source& source, Read&& read)
{
    auto next = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), offset) - ends.begin());
    for (; !target.empty() && next < ends.size(); ++next) {
        const std::uint64_t begin = next == 0 ? 0 : ends[next - 1];
        const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(target.size(), ends[next] - offset));
        if (Result<> done = read(next, offset - begin, target.first(now)); !done)
            return done;
        target = target.subspan(now);
        offset += now;
    }
    if (!target.empty())
        return fail(ErrorCode::PastTheEnd, "the pieces have fewer bytes", source.path().string());
    return {};
}

} // namespace loupe
