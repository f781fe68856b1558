#pragma once

#include "analysis/parallel/parallel.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace loupe {

/// Processes `count` items of a checkpoint and reports them in order. `look(first, looked)` processes the items from
/// `first` on that `looked` has room for. Small items are processed in groups on several threads; large ones one at a
/// time, since they are parallel in themselves. `report(i, looked)` is called in order, on any thread but never
/// concurrently, for the items of one batch while the next batch is processed. `size(i)` is in bytes. Fails with
/// Stopped or OutOfMemory.
template <typename Looked, typename Size, typename Look, typename Report>
Result<> lookInBatches(std::size_t count, const Work& work, Size&& size, Look&& look, Report&& report)
{
    constexpr std::uint64_t small = std::uint64_t{4} << 20; // items up to this size are processed by one thread
    constexpr std::uint64_t pieceBytes = std::uint64_t{1} << 20; // size of a group of small items
    constexpr std::size_t pieceCount = 512;
    constexpr std::uint64_t batchBytes = std::uint64_t{32} << 20; // processed before anything is reported
    constexpr std::size_t batchCount = 4096;

    std::vector<Looked> before; // processed but not yet reported
    std::size_t firstBefore = 0;
    const auto reportBefore = [&] {
        std::vector<Looked> batch = std::exchange(before, {});
        for (std::size_t i = 0; i < batch.size(); ++i)
            report(firstBefore + i, batch[i]);
    };
    for (std::size_t begin = 0; begin < count;) {
        std::uint64_t total = size(begin);
        std::size_t end = begin + 1;
        if (total <= small) {
            while (end < count && end - begin < batchCount && size(end) <= small && total < batchBytes)
                total += size(end++);
        }
        std::vector<Looked> looked(end - begin);
        if (looked.size() == 1) {
            reportBefore();
            look(begin, std::span(looked));
        } else {
            std::vector<std::size_t> starts; // first items of the groups
            std::uint64_t bytes = pieceBytes;
            for (std::size_t i = begin; i < end; ++i) {
                if (bytes >= pieceBytes || i - starts.back() >= pieceCount) {
                    starts.push_back(i);
                    bytes = 0;
                }
                bytes += size(i);
            }
            starts.push_back(end);
            auto done = runPieces(starts.size(), work, [&](std::uint64_t piece, std::size_t) -> Result<> {
                if (piece == 0) {
                    reportBefore();
                } else {
                    const std::size_t first = starts[piece - 1];
                    look(first, std::span(looked).subspan(first - begin, starts[piece] - first));
                }
                return {};
            });
            if (!done) {
                reportBefore();
                return done;
            }
        }
        if (work.stopped()) {
            reportBefore();
            return fail(ErrorCode::Stopped, "stopped");
        }
        before = std::move(looked);
        firstBefore = begin;
        begin = end;
    }
    reportBefore();
    return {};
}

} // namespace loupe
