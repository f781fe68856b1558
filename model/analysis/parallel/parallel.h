#pragma once

#include "core/result.h"
#include "core/work.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace loupe {

/// Sets the maximum number of threads that compute; 0 for as many as the machine has. Call it before work begins, for a
/// program's option.
void setThreadLimit(std::size_t threads);
std::size_t threadLimit();

/// One piece of work. `worker` is below threadLimit(), and no two pieces that run at the same time have the same value,
/// so per-worker data (scratch memory, sums) needs no lock.
using Piece = std::function<Result<>(std::uint64_t index, std::size_t worker)>;

/// Calls `piece` once for each index of [0, count), on several threads, in no particular order, and returns when all
/// are done. Starts no further piece once a stop is requested (fails with Stopped) or a piece has failed (fails with
/// its error; if there are several, that with the lowest index). Calls may be nested and may come from several threads
/// at once: each call makes progress, if only on its own thread, however long the pieces of others take. Exceptions
/// from pieces become errors.
Result<> runPieces(std::uint64_t count, const Work& work, const Piece& piece);

/// Calls `body(State&, index)` for each index of [0, count) on several threads and merges the States with
/// `into.merge(from)`. Use it for states that do not depend on the order, such as counts. `make()` creates a state when
/// a thread first needs one: never more than there are indices or threads, nor than `mostStates`, which limits the
/// memory of large states. Starts no further index once a stop is requested (fails with Stopped) or one has failed
/// (fails with one of the errors). Exceptions become errors.
template <typename Make, typename Body>
auto reducePieces(std::uint64_t count, const Work& work, Make&& make, Body&& body, std::size_t mostStates = SIZE_MAX)
    -> Result<decltype(make())>
{
    using State = decltype(make());
    const std::uint64_t most = std::min<std::uint64_t>(threadLimit(), mostStates);
    const std::uint64_t lanes = std::max<std::uint64_t>(std::min(most, count), 1);
    std::vector<std::optional<State>> states(lanes);
    std::atomic<std::uint64_t> next = 0;
    std::atomic<bool> failed = false;
    const auto run = [&](std::optional<State>& mine, std::uint64_t index) -> Result<> {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        if (!mine)
            mine.emplace(make());
        return body(*mine, index);
    };
    auto done = runPieces(lanes, work, [&](std::uint64_t lane, std::size_t) -> Result<> {
        try {
            for (std::uint64_t index = next++; index < count && !failed; index = next++) {
                if (auto one = run(states[lane], index); !one) {
                    failed = true;
                    return one;
                }
            }
            if (count == 0)
                states[lane].emplace(make());
        } catch (...) {
            failed = true;
            throw;
        }
        return {};
    });
    if (!done)
        return fail(std::move(done.error()));
    std::optional<State> total;
    for (std::optional<State>& one : states) {
        if (one && total)
            total->merge(*one);
        else if (one)
            total = std::move(one);
    }
    return std::move(*total);
}

} // namespace loupe
