#pragma once

#include "analysis/parallel/parallel.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

/// Looks at `count` things of a checkpoint and reports them in order: `look(i)` computes, on several threads at once
/// for small things and alone for large ones, which are parallel in themselves; `report(i, looked)` is called here.
/// `size(i)` is in bytes. Fails with Stopped or OutOfMemory.
template <typename Size, typename Look, typename Report>
Result<> lookInBatches(std::size_t count, const Work& work, Size&& size, Look&& look, Report&& report)
{
    constexpr std::uint64_t small = std::uint64_t{4} << 20; // up to here one thread looks at all of it
    constexpr std::uint64_t pieceBytes = std::uint64_t{1} << 20; // of small ones that make a piece of work
    constexpr std::uint64_t batchBytes = std::uint64_t{32} << 20; // that are looked at before anything is reported
    constexpr std::size_t batchCount = 8192;
    for (std::size_t begin = 0; begin < count;) {
        std::uint64_t total = size(begin);
        std::size_t end = begin + 1;
        if (total <= small) {
            while (end < count && end - begin < batchCount && size(end) <= small && total < batchBytes)
                total += size(end++);
        }
        std::vector<decltype(look(begin))> looked(end - begin);
        if (looked.size() == 1) {
            looked[0] = look(begin);
        } else {
            std::vector<std::size_t> starts; // of pieces
            std::uint64_t bytes = pieceBytes;
            for (std::size_t i = begin; i < end; ++i) {
                if (bytes >= pieceBytes) {
                    starts.push_back(i);
                    bytes = 0;
                }
                bytes += size(i);
            }
            starts.push_back(end);
            auto done = runPieces(starts.size() - 1, work, [&](std::uint64_t piece, std::size_t) -> Result<> {
                for (std::size_t i = starts[piece]; i < starts[piece + 1]; ++i)
                    looked[i - begin] = look(i);
                return {};
            });
            if (!done)
                return done;
        }
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        for (std::size_t i = begin; i < end; ++i)
            report(i, looked[i - begin]);
        begin = end;
    }
    return {};
}

} // namespace loupe
